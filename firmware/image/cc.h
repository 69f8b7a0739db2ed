/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives for a program on the processor beside a router. The interface is MPI's with other names,
 * so that a program can be carried over. All nodes of a communicator make the same calls in the same
 * order.
 *
 *     int sum, mine = cc_rank(CC_WORLD);
 *     cc_allreduce(&mine, &sum, 1, CC_INT32, CC_SUM, CC_WORLD);
 *
 * A call returns CC_OK or an error, and has done nothing if it returns an error. The buffers of a
 * call may not overlap. A call that begins with cc_i returns at once; its buffers belong to it until
 * cc_wait or cc_test says that it has ended. One such call may be open; the request of one that fails has
 * ended. Counts are in elements. Count, type, operation and root are the same on all nodes: cubecast boot
 * ends a call in which they differ, and names a node whose call returns an error while others wait for it.
 * Hardware cannot tell. */
#ifndef CUBECAST_CC_H
#define CUBECAST_CC_H

#ifdef __cplusplus
extern "C" {
#endif

enum cc_error {
  CC_OK,
  CC_ERR_BUFFER, /* a null pointer; in a system of hls/soc also a buffer outside the memory */
  CC_ERR_COUNT,  /* below 0, or too many */
  CC_ERR_TYPE,   /* not a type, or one that the operation does not take */
  CC_ERR_OP,
  CC_ERR_ROOT,   /* not a rank */
  CC_ERR_COMM,   /* not a communicator, or this node is not in it */
  CC_ERR_REQUEST,
  CC_ERR_MEMORY, /* no room for a copy of a buffer that packets do not fit */
  CC_ERR_ALGORITHM,
  CC_ERR_SYSTEM, /* the system has no such part, or its router has no such operation */
};

enum cc_type {
  CC_UINT8, CC_UINT16, CC_UINT32, CC_UINT64, CC_INT8, CC_INT16, CC_INT32, CC_INT64, CC_FLOAT,
  CC_BFLOAT16, CC_FLOAT16, CC_DOUBLE
};
/* CC_AVG: the sum divided by the number of vectors in it; integers towards 0. Logical operations take integers and
 * give 0 or 1. CC_MINLOC and CC_MAXLOC take pairs of 8 bytes, as those below: the type is that of the value, of at
 * most 4 bytes, and the count is of pairs. Of equal values the one with the lower index is taken. */
enum cc_op {
  CC_SUM, CC_MIN, CC_MAX, CC_BAND, CC_BOR, CC_BXOR, CC_PROD,
  CC_AVG = 8, CC_LAND, CC_LOR, CC_LXOR, CC_MINLOC, CC_MAXLOC
};
typedef struct { int value, index; } cc_int_int;                 /* CC_INT32 */
typedef struct { float value; int index; } cc_float_int;         /* CC_FLOAT */
typedef struct { short value, unused; int index; } cc_short_int; /* CC_INT16 */

enum cc_collective {
  CC_BCAST, CC_SCATTER, CC_GATHER, CC_ALLGATHER, CC_ALLTOALL, CC_REDUCE, CC_REDUCE_SCATTER, CC_ALLREDUCE,
  CC_SCAN, CC_EXSCAN, CC_BARRIER
};

/* A subcube: a bit for each of its dimensions. The rank of a node is its bits of these, packed. */
typedef unsigned cc_comm;
#define CC_WORLD (~0u)
typedef struct {
  int open;
  void *room;    /* copies of buffers that packets do not fit, or null */
  void *arrives; /* where the packets go */
  void *target;  /* where the program wants them */
  unsigned bytes, stride, blocks;
  unsigned combines, operation; /* so many blocks that have come are combined */
  int error;                    /* of a call that finds it out late */
  void *prepared;               /* elements as the router combines them, or null */
  void *results;                /* whose elements are made of what the router gives, or null */
  unsigned results_bytes, ranks, composed;
} cc_request;

int cc_rank(cc_comm comm);
int cc_size(cc_comm comm);

int cc_bcast(void *buffer, int count, enum cc_type type, int root, cc_comm comm);
int cc_scatter(const void *send, void *receive, int count, enum cc_type type, int root, cc_comm comm);
int cc_gather(const void *send, void *receive, int count, enum cc_type type, int root, cc_comm comm);
int cc_allgather(const void *send, void *receive, int count, enum cc_type type, cc_comm comm);
int cc_alltoall(const void *send, void *receive, int count, enum cc_type type, cc_comm comm);
/* Counts and places by rank, in elements. CC_ERR_COUNT where a rank sends another count than is expected.
 * The ranks agree on the largest count, then on memory, and move blocks of that size. */
int cc_alltoallv(const void *send, const int *send_counts, const int *send_places, void *receive,
                 const int *receive_counts, const int *receive_places, enum cc_type type, cc_comm comm);
int cc_reduce(const void *send, void *receive, int count, enum cc_type type, enum cc_op op, int root, cc_comm comm);
int cc_reduce_scatter(const void *send, void *receive, int count, enum cc_type type, enum cc_op op, cc_comm comm);
int cc_allreduce(const void *send, void *receive, int count, enum cc_type type, enum cc_op op, cc_comm comm);
int cc_scan(const void *send, void *receive, int count, enum cc_type type, enum cc_op op, cc_comm comm);
/* Rank 0 receives nothing: its buffer may be null. */
int cc_exscan(const void *send, void *receive, int count, enum cc_type type, enum cc_op op, cc_comm comm);
int cc_barrier(cc_comm comm);

int cc_ibcast(void *buffer, int count, enum cc_type type, int root, cc_comm comm, cc_request *request);
int cc_iscatter(const void *send, void *receive, int count, enum cc_type type, int root, cc_comm comm,
                cc_request *request);
int cc_igather(const void *send, void *receive, int count, enum cc_type type, int root, cc_comm comm,
               cc_request *request);
int cc_iallgather(const void *send, void *receive, int count, enum cc_type type, cc_comm comm, cc_request *request);
int cc_ialltoall(const void *send, void *receive, int count, enum cc_type type, cc_comm comm, cc_request *request);
/* The counts and places belong to the call too. It continues in cc_test and cc_wait, and they return the errors
 * that ranks have to agree on. */
int cc_ialltoallv(const void *send, const int *send_counts, const int *send_places, void *receive,
                  const int *receive_counts, const int *receive_places, enum cc_type type, cc_comm comm,
                  cc_request *request);
int cc_ireduce(const void *send, void *receive, int count, enum cc_type type, enum cc_op op, int root, cc_comm comm,
               cc_request *request);
int cc_ireduce_scatter(const void *send, void *receive, int count, enum cc_type type, enum cc_op op, cc_comm comm,
                       cc_request *request);
int cc_iallreduce(const void *send, void *receive, int count, enum cc_type type, enum cc_op op, cc_comm comm,
                  cc_request *request);
int cc_iscan(const void *send, void *receive, int count, enum cc_type type, enum cc_op op, cc_comm comm,
             cc_request *request);
int cc_iexscan(const void *send, void *receive, int count, enum cc_type type, enum cc_op op, cc_comm comm,
               cc_request *request);
int cc_ibarrier(cc_comm comm, cc_request *request);
/* CC_ERR_REQUEST where no call has filled in the request, if it looks open. Nothing is left to do then. */
int cc_wait(cc_request *request);
int cc_test(cc_request *request, int *done);

/* All nodes must say the same. From now on calls on the whole cube take that algorithm of `cubecast list`
 * where they can; with a null pointer the fastest, as at first. */
int cc_use(enum cc_collective collective, const char *algorithm);

/* Cycles since the reset. */
unsigned long long cc_cycles(void);

#ifdef __cplusplus
}
#endif
#endif
