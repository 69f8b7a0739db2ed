/* SPDX-License-Identifier: Apache-2.0 */
/* A number-theoretic FFT of 2 N points, two on each of N nodes, modulo the prime 998244353, so that
 * the result is exact. Decimation in frequency: in each step but the last two neighbours in a dimension
 * exchange their points, by an allgather on the subcube of that dimension. */
#include "report.h"

enum { PART = 2 };
static const unsigned kPrime = 998244353u, kGenerator = 3u;

static unsigned long long mine[PART], both[2 * PART];

static unsigned times(unsigned long long a, unsigned long long b) {
  return (unsigned)(a * b % kPrime);
}
static unsigned power(unsigned long long base, unsigned exponent) {
  unsigned long long result = 1;
  for (; exponent != 0; exponent >>= 1, base = times(base, base)) {
    if (exponent & 1u) result = times(result, base);
  }
  return (unsigned)result;
}
static unsigned input(int i) {
  return (unsigned)(i * i + 3 * i + 1);
}
static int reversed(int i, int bits) {
  int result = 0;
  for (int bit = 0; bit < bits; ++bit) result |= (i >> bit & 1) << (bits - 1 - bit);
  return result;
}

int main(void) {
  const int rank = cc_rank(CC_WORLD), size = cc_size(CC_WORLD), points = PART * size;
  int bits = 1;
  while (1 << bits < points) ++bits;
  start_clock();
  const unsigned root = power(kGenerator, (kPrime - 1) / (unsigned)points);
  for (int i = 0; i < PART; ++i) mine[i] = input(rank * PART + i);
  for (int half = points / 2; half >= 1; half /= 2) {
    const unsigned step_root = power(root, (unsigned)(points / 2 / half));
    if (half == 1) {
      const unsigned long long a = mine[0], b = mine[1];
      mine[0] = (a + b) % kPrime;
      mine[1] = (a + kPrime - b) % kPrime;
      continue;
    }
    const int distance = half / PART, is_upper = (rank & distance) != 0;
    COMMUNICATE(cc_allgather(mine, both, PART, CC_UINT64, (cc_comm)distance));
    for (int i = 0; i < PART; ++i) {
      const unsigned long long a = both[i], b = both[PART + i];
      const int place = (rank * PART + i) % half;
      mine[i] = is_upper ? times((a + kPrime - b) % kPrime, power(step_root, (unsigned)place)) : (a + b) % kPrime;
    }
  }
  stop_clock();
  /* Point i of the result is that of the frequency which is i with its bits reversed. */
  int right = 1;
  for (int i = 0; i < PART; ++i) {
    const unsigned frequency = (unsigned)reversed(rank * PART + i, bits);
    const unsigned w = power(root, frequency);
    unsigned long long sum = 0, turn = 1;
    for (int j = 0; j < points; ++j) {
      sum = (sum + times(input(j) % kPrime, turn)) % kPrime;
      turn = times(turn, w);
    }
    right &= sum == mine[i];
  }
  return report("fft", right);
}
