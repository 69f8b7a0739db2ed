// SPDX-License-Identifier: Apache-2.0
// The addresses that the processor beside a router sees. Firmware, linker script and the computers of
// the testbench take them from here. A word has 32 bits.
//
//   00001000  memory: stack, program, data, heap. Nothing is below it, so that null pointers and full
//             stacks are found
//   60000000  in a system of hls/soc, the packet memories: writes are of the packets to send, reads of
//             those that have come
//   70000000  the system: this file's CC_ registers, a word each
//   80000000  the router's registers (firmware/node/registers.hpp):
//
//               31 30  27 26   22 21              2 1 0
//              +--+------+-------+-----------------+---+
//              |1 | block| port  | index           | 0 |
//              +--+------+-------+-----------------+---+
#pragma once

#define CC_MEMORY 0x00001000
#ifndef CC_STACK_BYTES  // scripts/image.sh --stack
#define CC_STACK_BYTES 0x8000
#endif
#define CC_PACKETS 0x60000000
#define CC_SYSTEM 0x70000000
#define CC_ROUTER 0x80000000
#define CC_ROUTER_BLOCK_SHIFT 27
#define CC_ROUTER_PORT_SHIFT 22
#define CC_ROUTER_INDEX_SHIFT 2

// Read only.
#define CC_NODE (CC_SYSTEM + 0x00)       // this node's address
#define CC_DIMENSION (CC_SYSTEM + 0x04)  // of the cube
#define CC_END (CC_SYSTEM + 0x08)        // of the memory
#define CC_CYCLES (CC_SYSTEM + 0x0c)     // since the reset; a read of it keeps the upper half
#define CC_CYCLES_HIGH (CC_SYSTEM + 0x10)
// Packets of a block in one collective, at most, where the DMA is that of the packet memories, and its
// addresses count from their beginning; 0: it is that of the memory.
#define CC_MOST (CC_SYSTEM + 0x14)

// The DMA between memory and router, all aligned to 8 bytes. An own packet with sequence m for node v
// is at send + v * stride + 8 m, one from node s goes to receive + s * stride + 8 m.
#define CC_SEND (CC_SYSTEM + 0x20)
#define CC_SEND_STRIDE (CC_SYSTEM + 0x24)
#define CC_RECEIVE (CC_SYSTEM + 0x28)
#define CC_RECEIVE_STRIDE (CC_SYSTEM + 0x2c)

// The collective that the node is about to take part in. All nodes of the group must say the same.
#define CC_GROUP (CC_SYSTEM + 0x30)   // a bit for each dimension of the subcube
// Bits 0 to 6: enum cc_collective; 7: a step of an alltoallv; 8 to 15: the operation; 16 to 19: the error of a
// call that fails; 20 to 27: the algorithm by cc_use, or 0.
#define CC_CALL (CC_SYSTEM + 0x34)
#define CC_STEP 0x80u
#define CC_COUNT (CC_SYSTEM + 0x38)   // bytes of a block, in all parts
#define CC_ROOT (CC_SYSTEM + 0x3c)    // node, or 0
#define CC_CALLER (CC_SYSTEM + 0x40)  // address of the call in the program, for messages
// A write joins: the routers of a group start in the same cycle, when the last node has joined. A write of 1 is of a
// collective alone. Up to CC_CHAINS of them with the same program and the same DMA can be a chain, in which a node leaves
// a collective when it is done, and starts the next when all have started that one.
#define CC_START (CC_SYSTEM + 0x44)
#define CC_FOLLOWS 2  // in a chain, behind another
#define CC_GOES_ON 4  // in a chain, before another
#define CC_BUSY (CC_SYSTEM + 0x48)  // read only: 1 from the write to CC_START until all packets have come to all, or
                                    // with CC_GOES_ON to this node
#define CC_WAIT (CC_SYSTEM + 0x4c)  // read only: 0; the read takes until CC_BUSY is 0

// The timer's interrupt is there while CC_CYCLES is not less than the number in
// CC_TIMER and CC_TIMER_HIGH, the external one while a bit is set in CC_INTERRUPTS and in CC_ENABLE. A write
// of 1 clears a bit of CC_INTERRUPTS.
#define CC_INTERRUPTS (CC_SYSTEM + 0x50)
#define CC_ENABLE (CC_SYSTEM + 0x54)
#define CC_TIMER (CC_SYSTEM + 0x58)
#define CC_TIMER_HIGH (CC_SYSTEM + 0x5c)
#define CC_INTERRUPT_DONE 1     // a collective has ended
#define CC_INTERRUPT_STOPPED 2  // a neighbour has said stop; in a system of hls/soc
#define CC_INTERRUPT_FAULT 4    // an access where there is nothing
#define CC_INTERRUPT_INPUT 8    // a byte or the end has come for CC_INPUT, whose read clears it
#define CC_INTERRUPT_DEAD 16    // a link of the node does not answer any more; nodes with checked links

#define CC_CONSOLE (CC_SYSTEM + 0x60)  // write only: a byte of standard output
#define CC_EXIT (CC_SYSTEM + 0x64)     // write only: the exit status; the node stops
#define CC_ERROR (CC_SYSTEM + 0x68)    // write only: a byte of standard error
#define CC_INPUT (CC_SYSTEM + 0x6c)    // read only: the next byte of standard input, or one of these
#define CC_INPUT_END 0xffffffff        // there is no more
#define CC_INPUT_NONE 0xfffffffe       // it has not come yet
#define CC_FAULT (CC_SYSTEM + 0x70)    // read only: the address of the fault
#define CC_CHAINS (CC_SYSTEM + 0x74)   // read only: collectives of a chain, at most
