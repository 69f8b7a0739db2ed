// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/cost/formulas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

#include "testbench/judge/bounds/bounds.hpp"

namespace testbench {
namespace {

using P = const CostPoint&;
using std::sqrt;

double n(P p) {
  return p.n;
}
std::uint64_t n_of(P p) {
  return p.n;
}
double nodes(P p) {
  return p.nodes();
}
double m(P p) {
  return static_cast<double>(p.m);
}
double b(P p) {
  return static_cast<double>(p.b);
}
// A group of a broadcast has no more packets than there are.
double group(P p) {
  return static_cast<double>(std::min(p.b, p.m));
}
std::uint64_t power(unsigned i) {
  return std::uint64_t{1} << i;
}
std::uint64_t choose(unsigned of, unsigned some) {
  std::uint64_t result = 1;
  for (unsigned i = 1; i <= some; ++i) result = result * (of - some + i) / i;
  return some > of ? 0 : result;
}
// ceil(part M / (by B))
double frames(P p, std::uint64_t part, std::uint64_t by = 1) {
  return static_cast<double>(collectives::divide_up(part * p.m, by * p.b));
}
// floor(M / B)
double whole_frames(P p) {
  const std::uint64_t whole = p.m / p.b;
  return static_cast<double>(whole);
}
// The sum of term(i) for i = first .. last.
template <class Term>
double sum(unsigned first, unsigned last, Term term) {
  double total = 0;
  for (unsigned i = first; i <= last; ++i) total += static_cast<double>(term(i));
  return total;
}
double squared(double x) {
  return x * x;
}
// sum over j >= i of C(n, j)
std::uint64_t far_nodes(P p, unsigned i) {
  std::uint64_t total = 0;
  for (unsigned j = i; j <= p.n; ++j) total += choose(p.n, j);
  return total;
}

// G groups of B packets, each some routing cycles behind the one before, and so many more until the
// last is everywhere: (every G + more) tau + (every M + more B) t_c.
template <class More>
double groups(P p, double every, More more) {
  return (every * frames(p, 1) + more) * p.start_up + (every * m(p) + more * group(p)) * p.packet;
}
double best_group(P p, double every, double more) {
  return sqrt(every * m(p) * p.start_up / (more * p.packet));
}
double least_group(P p, double every, double more) {
  return squared(sqrt(every * m(p) * p.packet) + sqrt(more * p.start_up));
}

double sbt_load(P p) {  // table 17, SBT
  return sum(0, (p.n - 1) / 2, [&](unsigned l) { return choose(2 * l, l) * power(p.n - 2 * l - 1); }) +
         sum((p.n + 1) / 2, p.n - 1, [&](unsigned l) { return choose(p.n - 1, l); });
}
double sbt_load_frames(P p) {
  return sum(0, (p.n - 1) / 2, [&](unsigned l) { return frames(p, choose(2 * l, l) * power(p.n - 2 * l - 1)); }) +
         sum((p.n + 1) / 2, p.n - 1, [&](unsigned l) { return frames(p, choose(p.n - 1, l)); });
}
double levels(P p) {
  return sum(1, p.n, [&](unsigned i) { return frames(p, choose(p.n, i), p.n); });
}
double sbt_of_one_port(P p) {
  return (nodes(p) - 1) * m(p) * p.packet +
         sum(0, p.n - 1, [&](unsigned i) { return frames(p, power(i)); }) * p.start_up;
}
double sbt_of_all_ports(P p) {
  return nodes(p) * m(p) / 2 * p.packet +
         sum(0, p.n - 1, [&](unsigned i) { return frames(p, choose(p.n - 1, i)); }) * p.start_up;
}
double widest(P p) {
  return sqrt(2 / M_PI) * nodes(p) * m(p) / (n(p) * sqrt(n(p)));
}
double widest_sbt(P p) {
  return nodes(p) * m(p) / sqrt(2 * M_PI * std::max(1.0, n(p) - 1));
}
double root_share(P p) {
  return (nodes(p) - 1) * m(p) / n(p);
}

template <int kEvery, auto kMore>
constexpr Formula in_groups(collectives::Collective collective, const char* algorithm, collectives::PortModel ports,
                            const char* table, Exact exact) {
  return {collective,
          algorithm,
          ports,
          table,
          exact,
          [](P p) { return groups(p, kEvery, kMore(p)); },
          [](P p) { return best_group(p, kEvery, kMore(p)); },
          [](P p) { return least_group(p, kEvery, kMore(p)); }};
}

using enum collectives::Collective;
using enum collectives::PortModel;

constexpr Formula kFormulas[] = {
    in_groups<2, [](P p) { return nodes(p) - 3; }>(kBroadcast, "brg", kHalf, "4", Exact::kWholeFrames),
    in_groups<1, [](P p) { return nodes(p) - 2; }>(kBroadcast, "brg", kOne, "section 4.1.1", Exact::kAlways),
    {kBroadcast, "sbt", kOne, "4", Exact::kAlways,
     [](P p) { return frames(p, 1) * n(p) * p.start_up + m(p) * n(p) * p.packet; }, m,
     [](P p) { return n(p) * (m(p) * p.packet + p.start_up); }},
    {kBroadcast, "nrsbt", kOne, "4", Exact::kEvenShares,
     [](P p) {
       const double halves = sum(1, p.n - 1, [&](unsigned i) { return frames(p, i, p.n); });
       return n(p) * m(p) * p.packet + (2 * halves + frames(p, 1)) * p.start_up;
     },
     m, [](P p) { return n(p) * m(p) * p.packet + (2 * n(p) - 1) * p.start_up; }},
    in_groups<3, [](P p) { return 2 * n(p) - 5; }>(kBroadcast, "tcbt", kHalf, "4", Exact::kWholeFrames),
    in_groups<2, [](P p) { return 2 * n(p) - 4; }>(kBroadcast, "tcbt", kOne, "section 4.1.3", Exact::kWholeFrames),
    in_groups<1, [](P p) { return n(p); }>(kBroadcast, "nesbt", kOne, "4", Exact::kAlways),
    in_groups<2, [](P p) { return n(p) - 1; }>(kBroadcast, "nesbt", kHalf, "theorem 4.3", Exact::kWholeFrames),
    {kBroadcast, "nrbrg", kAll, "5", Exact::kEvenShares,
     [](P p) { return frames(p, 1, p.n) * (nodes(p) - 1) * p.start_up + m(p) * (nodes(p) - 1) / n(p) * p.packet; },
     [](P p) { return m(p) / n(p); }, [](P p) { return (m(p) / n(p) * p.packet + p.start_up) * (nodes(p) - 1); }},
    in_groups<1, [](P p) { return n(p) - 1; }>(kBroadcast, "sbt", kAll, "5", Exact::kAlways),
    {kBroadcast, "nrsbt", kAll, "5", Exact::kEvenShares,
     [](P p) { return m(p) * p.packet + frames(p, 1, p.n) * n(p) * p.start_up; }, [](P p) { return m(p) / n(p); },
     [](P p) { return m(p) * p.packet + n(p) * p.start_up; }},
    in_groups<1, [](P p) { return n(p) - 1; }>(kBroadcast, "tcbt", kAll, "5", Exact::kAlways),
    {kBroadcast, "nesbt", kAll, "5", Exact::kEvenShares,
     [](P p) {
       return (frames(p, 1, p.n) + n(p)) * p.start_up +
              (m(p) / n(p) + n(p) * std::min(group(p), m(p) / n(p))) * p.packet;
     },
     [](P p) { return sqrt(m(p) * p.start_up / p.packet) / n(p); },
     [](P p) { return squared(sqrt(m(p) * p.packet / n(p)) + sqrt(n(p) * p.start_up)); }},

    {kScatter, "brg", kHalf, "7", Exact::kWholeFrames,
     [](P p) {
       const double of_root = 2 * frames(p, power(p.n) - 1) - whole_frames(p);
       return (2 * nodes(p) - 3) * m(p) * p.packet + std::max(of_root, 2 * nodes(p) - 3) * p.start_up;
     },
     m, [](P p) { return (2 * nodes(p) - 3) * (m(p) * p.packet + p.start_up); }},
    {kScatter, "brg", kOne, "section 5.1.1", Exact::kWholeFrames,
     [](P p) {
       return (nodes(p) - 1) * m(p) * p.packet + std::max(frames(p, power(p.n) - 1), nodes(p) - 1) * p.start_up;
     },
     m, [](P p) { return (nodes(p) - 1) * (m(p) * p.packet + p.start_up); }},
    {kScatter, "sbt", kOne, "7", Exact::kAlways, sbt_of_one_port, [](P p) { return nodes(p) * m(p) / 2; },
     [](P p) { return (nodes(p) - 1) * m(p) * p.packet + n(p) * p.start_up; }},
    {kScatter, "nrsbt", kOne, "7", Exact::kEvenShares,
     [](P p) {
       const double first = sum(1, p.n - 1, [&](unsigned i) { return frames(p, power(p.n) - power(i), p.n); });
       const double second = sum(1, p.n, [&](unsigned i) { return frames(p, power(i) - 1, p.n); });
       return m(p) * (nodes(p) - 1) * p.packet + (first + second) * p.start_up;
     },
     root_share, [](P p) { return (nodes(p) - 1) * m(p) * p.packet + (2 * n(p) - 1) * p.start_up; }},
    {kScatter, "tcbt", kOne, "7", Exact::kNever,
     [](P p) {
       return (2 * nodes(p) - 2 * n(p) - 1) * m(p) * p.packet +
              2 * sum(1, p.n - 1, [&](unsigned i) { return frames(p, power(i) - 1); }) * p.start_up;
     },
     [](P p) { return nodes(p) * m(p) / 2; },
     [](P p) { return (2 * nodes(p) - 2 * n(p) - 1) * m(p) * p.packet + (2 * n(p) - 2) * p.start_up; }},
    {kScatter, "sbnt", kOne, "7", Exact::kNever,
     [](P p) {
       const double extra = 2 * std::log2(n(p)) / n(p);
       const double starts =
           n(p) * std::ceil(nodes(p) * m(p) / (n(p) * b(p))) + std::ceil(nodes(p) * extra * m(p) / b(p));
       return nodes(p) * (1 + extra) * m(p) * p.packet + starts * p.start_up;
     },
     root_share,
     [](P p) { return nodes(p) * (1 + 2 * std::log2(n(p)) / n(p)) * m(p) * p.packet + (2 * n(p) - 2) * p.start_up; }},
    {kScatter, "nrbrg", kAll, "7", Exact::kEvenShares,
     [](P p) {
       const auto last = static_cast<unsigned>(power(p.n) - 1);
       return nodes(p) * (nodes(p) - 1) * m(p) / (2 * n(p)) * p.packet +
              sum(1, last, [&](unsigned i) { return frames(p, i, p.n); }) * p.start_up;
     },
     root_share,
     [](P p) { return nodes(p) * (nodes(p) - 1) * m(p) / (2 * n(p)) * p.packet + (nodes(p) - 1) * p.start_up; }},
    {kScatter, "sbt", kAll, "7", Exact::kAlways, sbt_of_all_ports, widest_sbt,
     [](P p) { return nodes(p) * m(p) / 2 * p.packet + n(p) * p.start_up; }},
    {kScatter, "nrsbt", kAll, "7", Exact::kEvenShares,
     [](P p) { return root_share(p) * p.packet + levels(p) * p.start_up; }, widest,
     [](P p) { return root_share(p) * p.packet + n(p) * p.start_up; }},
    {kScatter, "tcbt", kAll, "7", Exact::kNever,
     [](P p) {
       const double later =
           sum(2, p.n, [&](unsigned i) { return std::ceil(nodes(p) * m(p) / (static_cast<double>(power(i)) * b(p))); });
       return (0.75 * nodes(p) - 1) * m(p) * p.packet + (std::ceil(nodes(p) * m(p) / (4 * b(p))) + later) * p.start_up;
     },
     [](P p) { return nodes(p) * m(p) / 4; },
     [](P p) { return (0.75 * nodes(p) - 1) * m(p) * p.packet + n(p) * p.start_up; }},
    {kScatter, "sbnt", kAll, "7", Exact::kEvenShares,
     [](P p) { return root_share(p) * p.packet + levels(p) * p.start_up; }, widest,
     [](P p) { return root_share(p) * p.packet + n(p) * p.start_up; }},

    {kAllgather, "brg", kOne, "11", Exact::kAlways,
     [](P p) { return (nodes(p) - 1) * (m(p) * p.packet + frames(p, 1) * p.start_up); }, m,
     [](P p) { return (nodes(p) - 1) * (m(p) * p.packet + p.start_up); }},
    {kAllgather, "sbt", kOne, "11", Exact::kAlways, sbt_of_one_port, [](P p) { return nodes(p) * m(p) / 2; },
     [](P p) { return (nodes(p) - 1) * m(p) * p.packet + n(p) * p.start_up; }},
    {kAllgather, "nrsbt", kOne, "11", Exact::kEvenShares,
     [](P p) {
       const double first = sum(0, p.n - 1, [&](unsigned i) { return frames(p, power(i + 1) - 1, p.n); });
       const double second = sum(1, p.n - 1, [&](unsigned i) { return frames(p, power(p.n) - power(i), p.n); });
       return (nodes(p) - 1) * m(p) * p.packet + (first + second) * p.start_up;
     },
     root_share, [](P p) { return (nodes(p) - 1) * m(p) * p.packet + (2 * n(p) - 1) * p.start_up; }},
    {kAllgather, "nesbt", kOne, "11", Exact::kEvenShares,
     [](P p) {
       const double first = sum(0, p.n - 1, [&](unsigned i) { return frames(p, power(i), p.n); });
       const double second = sum(0, p.n - 1, [&](unsigned i) { return frames(p, power(p.n) - 1 - power(i), p.n); });
       return (nodes(p) - 1) * m(p) * p.packet + (first + second) * p.start_up;
     },
     [](P p) { return (nodes(p) - 2) * m(p) / n(p); },
     [](P p) { return (nodes(p) - 1) * m(p) * p.packet + 2 * n(p) * p.start_up; }},
    {kAllgather, "sbnt", kOne, "11", Exact::kNever,
     [](P p) {
       return (nodes(p) - 1) * m(p) * p.packet + std::max(2 * n(p) - 1, (nodes(p) - 1) * m(p) / b(p)) * p.start_up;
     },
     root_share, [](P p) { return (nodes(p) - 1) * m(p) * p.packet + (2 * n(p) - 1) * p.start_up; }},
    {kAllgather, "nrbrg", kAll, "13", Exact::kEvenShares,
     [](P p) { return root_share(p) * p.packet + frames(p, 1, p.n) * (nodes(p) - 1) * p.start_up; },
     [](P p) { return m(p) / n(p); }, [](P p) { return root_share(p) * p.packet + (nodes(p) - 1) * p.start_up; }},
    {kAllgather, "sbt", kAll, "13", Exact::kAlways, sbt_of_all_ports, widest_sbt,
     [](P p) { return nodes(p) * m(p) / 2 * p.packet + n(p) * p.start_up; }},
    {kAllgather, "nrsbt", kAll, "13", Exact::kEvenShares,
     [](P p) { return root_share(p) * p.packet + levels(p) * p.start_up; }, widest,
     [](P p) { return root_share(p) * p.packet + n(p) * p.start_up; }},
    {kAllgather, "nesbt", kAll, "13", Exact::kEvenShares,
     [](P p) {
       const double later = sum(2, p.n, [&](unsigned i) { return frames(p, choose(p.n, i), p.n); });
       return root_share(p) * p.packet + (later + frames(p, 1, p.n) + frames(p, p.n - 1, p.n)) * p.start_up;
     },
     widest, [](P p) { return root_share(p) * p.packet + (n(p) + 1) * p.start_up; }},
    {kAllgather, "sbnt", kAll, "13", Exact::kEvenShares,
     [](P p) { return root_share(p) * p.packet + levels(p) * p.start_up; }, widest,
     [](P p) { return root_share(p) * p.packet + n(p) * p.start_up; }},

    {kAlltoall, "brg", kOne, "15", Exact::kAlways,
     [](P p) {
       const auto last = static_cast<unsigned>(power(p.n) - 1);
       return (nodes(p) - 1) * nodes(p) * m(p) / 2 * p.packet +
              sum(1, last, [&](unsigned i) { return frames(p, i); }) * p.start_up;
     },
     [](P p) { return (nodes(p) - 1) * m(p); },
     [](P p) { return (nodes(p) - 1) * (nodes(p) * m(p) / 2 * p.packet + p.start_up); }},
    {kAlltoall, "sbt", kOne, "15", Exact::kAlways,
     [](P p) { return n(p) * (nodes(p) * m(p) / 2 * p.packet + frames(p, power(p.n - 1)) * p.start_up); },
     [](P p) { return nodes(p) * m(p) / 2; }, [](P p) { return n(p) * (nodes(p) * m(p) / 2 * p.packet + p.start_up); }},
    {kAlltoall, "nrsbt", kOne, "15", Exact::kEvenShares,
     [](P p) {
       const double first = sum(0, p.n - 1, [&](unsigned i) { return frames(p, (i + 1) * power(p.n), 2 * n_of(p)); });
       const double second =
           sum(p.n, 2 * p.n - 2, [&](unsigned i) { return frames(p, (2 * p.n - i - 1) * power(p.n), 2 * n_of(p)); });
       return n(p) * nodes(p) * m(p) / 2 * p.packet + (first + second) * p.start_up;
     },
     [](P p) { return nodes(p) * m(p) / 2; },
     [](P p) { return n(p) * nodes(p) * m(p) / 2 * p.packet + (2 * n(p) - 1) * p.start_up; }},
    // The paper prints N/(2n) + N - 2 for the packets. Its own start-ups carry (n N/2 + N - 2) M
    // packets, which is also the T_min of table 16: the sum of ((i + 2) N/2 - 1)/n over i = 0 .. n-1
    // and of (i N/2 - 1)/n over i = 1 .. n.
    {kAlltoall, "nesbt", kOne, "15", Exact::kEvenShares,
     [](P p) {
       const double first = sum(0, p.n - 1, [&](unsigned i) { return frames(p, (i + 2) * power(p.n) / 2 - 1, p.n); });
       const double second = sum(1, p.n, [&](unsigned i) { return frames(p, i * power(p.n) / 2 - 1, p.n); });
       return (n(p) * nodes(p) / 2 + nodes(p) - 2) * m(p) * p.packet + (first + second) * p.start_up;
     },
     // Table 16 prints n - 1; the text of section 7.1 has n + 1, the largest term of the sum.
     [](P p) { return m(p) / n(p) * (nodes(p) * (n(p) + 1) / 2 - 1); },
     [](P p) { return (n(p) * nodes(p) / 2 + nodes(p) - 2) * m(p) * p.packet + 2 * n(p) * p.start_up; }},
    {kAlltoall, "sbnt", kOne, "15", Exact::kNever,
     [](P p) {
       const double packets = n(p) * nodes(p) * m(p) / 2;
       return packets * p.packet + std::max(2 * n(p) - 1, packets / b(p)) * p.start_up;
     },
     [](P p) { return nodes(p) * m(p) / 2; },
     [](P p) { return n(p) * nodes(p) * m(p) / 2 * p.packet + (2 * n(p) - 1) * p.start_up; }},
    {kAlltoall, "nrbrg", kAll, "17", Exact::kEvenShares,
     [](P p) {
       const auto last = static_cast<unsigned>(power(p.n) - 1);
       return (nodes(p) - 1) * nodes(p) * m(p) / (2 * n(p)) * p.packet +
              sum(1, last, [&](unsigned i) { return frames(p, i, p.n); }) * p.start_up;
     },
     root_share, [](P p) { return (nodes(p) - 1) * (nodes(p) * m(p) / (2 * n(p)) * p.packet + p.start_up); }},
    {kAlltoall, "sbt", kAll, "17", Exact::kAlways,
     [](P p) { return sbt_load(p) * m(p) * p.packet + sbt_load_frames(p) * p.start_up; },
     [](P p) { return nodes(p) * m(p) / 2; }, [](P p) { return sbt_load(p) * m(p) * p.packet + n(p) * p.start_up; }},
    // The variation at the end of section 7.1, in which all routing cycles carry alike.
    {kAlltoall, "nrsbt", kAll, "17", Exact::kEvenShares,
     [](P p) { return nodes(p) * m(p) / 2 * p.packet + frames(p, power(p.n), 2 * n_of(p)) * n(p) * p.start_up; },
     [](P p) { return nodes(p) * m(p) / (2 * n(p)); },
     [](P p) { return nodes(p) * m(p) / 2 * p.packet + n(p) * p.start_up; }},
    {kAlltoall, "nesbt", kAll, "17", Exact::kEvenShares,
     [](P p) {
       const double later = sum(2, p.n, [&](unsigned i) { return frames(p, far_nodes(p, i), p.n); });
       return (nodes(p) / 2 + (nodes(p) - 2) / n(p)) * m(p) * p.packet +
              (later + frames(p, power(p.n) - 2, p.n) + frames(p, power(p.n) - 1, p.n)) * p.start_up;
     },
     root_share,
     [](P p) { return (nodes(p) / 2 + (nodes(p) - 2) / n(p)) * m(p) * p.packet + (n(p) + 1) * p.start_up; }},
    {kAlltoall, "sbnt", kAll, "17", Exact::kEvenShares,
     [](P p) {
       return nodes(p) * m(p) / 2 * p.packet +
              sum(1, p.n, [&](unsigned i) { return frames(p, far_nodes(p, i), p.n); }) * p.start_up;
     },
     root_share, [](P p) { return nodes(p) * m(p) / 2 * p.packet + n(p) * p.start_up; }},

    // An exchange is over the links of an SBT, in both directions: as broadcast by SBT and nRSBT.
    {kAllreduce, "exchange", kOne, "section 6.1", Exact::kAlways,
     [](P p) { return n(p) * (m(p) * p.packet + frames(p, 1) * p.start_up); }, m,
     [](P p) { return n(p) * (m(p) * p.packet + p.start_up); }},
    {kAllreduce, "exchange", kAll, "section 6.1", Exact::kEvenShares,
     [](P p) { return m(p) * p.packet + frames(p, 1, p.n) * n(p) * p.start_up; }, [](P p) { return m(p) / n(p); },
     [](P p) { return m(p) * p.packet + n(p) * p.start_up; }},
    {kScan, "exchange", kOne, "section 6.1", Exact::kAlways,
     [](P p) { return n(p) * (m(p) * p.packet + frames(p, 1) * p.start_up); }, m,
     [](P p) { return n(p) * (m(p) * p.packet + p.start_up); }},
    in_groups<1, [](P p) { return n(p) - 1; }>(kScan, "exchange", kAll, "section 6.1", Exact::kAlways),
};

// The formulas of an allreduce by blocks follow from those of allgather.
constexpr auto kAllFormulas = [] {
  std::array<Formula, std::size(kFormulas) + std::ranges::count(kFormulas, kAllgather, &Formula::collective)> all{};
  auto* const end = std::ranges::copy(kFormulas, all.begin()).out;
  std::ranges::copy_if(kFormulas, end, [](const Formula& formula) { return formula.collective == kAllgather; });
  for (Formula& formula : std::span(end, all.end())) {
    formula.collective = kAllreduce;
    formula.both_ways = true;
  }
  return all;
}();

// The collective whose formula it has.
constexpr collectives::Collective formula_of(collectives::Collective collective) {
  return collective == kBarrier ? kAllreduce : collective == kExscan ? kScan : collectives::forward_of(collective);
}

}  // namespace

const Formula* find_formula(const collectives::Row& row) {
  for (const Formula& formula : kAllFormulas) {
    if (formula.collective == formula_of(row.collective) && formula.ports == row.ports &&
        std::string_view(formula.algorithm) == row.algorithm) {
      return &formula;
    }
  }
  return nullptr;
}

double paper_bound(collectives::Collective collective, collectives::PortModel ports, const CostPoint& at) {
  const bool all = ports == kAll;
  const double starts = n(at) * at.start_up;
  switch (formula_of(collective)) {
    case kBroadcast:
      return (all ? std::ceil(m(at) / n(at)) + n(at) - 1 : m(at) + n(at) - 1) * at.packet + starts;
    case kAlltoall:
      return (all ? 1 : n(at)) * nodes(at) * m(at) / 2 * at.packet + starts;
    case kAllreduce:
    case kScan: {
      Task task;
      task.collective = collective == kScan     ? Collective::kScan
                        : collective == kExscan ? Collective::kExscan
                                                : Collective::kAllreduce;
      task.dim = at.n;
      task.ports = all ? PortModel::kAll : PortModel::kOne;
      task.packets = static_cast<std::uint32_t>(at.m);
      return std::max(starts + n(at) * at.packet, static_cast<double>(lower_bound(task).value) * at.packet);
    }
    default:
      return (nodes(at) - 1) * m(at) / (all ? n(at) : 1) * at.packet + starts;
  }
}

}  // namespace testbench
