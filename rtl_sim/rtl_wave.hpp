// The waveform of the RTL nodes of a mesh: scope node_<address> with its ports (node_signals.hpp)
// and its RTL, and scope cube with the number of the cycle and what a lockstep run has found.
//
// A cycle shows the registers as they are before the edge that ends it, with the inputs that this
// edge will take.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "rtl_sim/node_signals.hpp"
#include "rtl_sim/rtl_node.hpp"
#include "rtl_sim/waveform.hpp"
#include "testbench/nodes/moment.hpp"

namespace rtl_sim {

template <class Kind, class Harness>
class RtlWave {
 public:
  using In = typename Kind::In;

  // `nodes`: by address, null where a node is not RTL. They must outlive the waveform.
  RtlWave(const testbench::WaveRequest& request, const std::vector<RtlNode<Kind, Harness>*>& nodes)
      : file_(request), cube_(file_.add_group()), nodes_(nodes.size()), ins_(nodes.size()) {
    // In the order of CubeSignal.
    cube_.add("cube", "cycle", 32);
    cube_.add("cube lockstep", "differs", 1);
    cube_.add("cube lockstep", "node", 32);
    cube_.add("cube lockstep", "rtl", 64);
    cube_.add("cube lockstep", "native", 64);
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
      if (nodes[node] == nullptr) continue;
      nodes_[node] = std::make_unique<ShownNode>(*nodes[node], NodeSignals<Kind>(file_.add_group(), node));
      nodes[node]->model().trace(&file_.file(), Waveform::kLevels);
    }
    file_.open();
  }
  // Shows what the last edge has done; the inputs are then still those that it took.
  ~RtlWave() {
    if (file_.has_shown()) show(file_.next(), 0, ins_);
  }
  RtlWave(const RtlWave&) = delete;
  RtlWave& operator=(const RtlWave&) = delete;

  bool wants(const testbench::Moment& moment) const { return file_.wants(moment); }
  bool has_shown() const { return file_.has_shown(); }

  // The coming cycle of nodes first .. first + ins.size() - 1; the clocks of the others stand
  // still.
  void record(const testbench::Moment& moment, network::Address first, std::span<const In> ins) {
    std::copy(ins.begin(), ins.end(), ins_.begin() + first.number());
    show(moment, first.number(), ins);
  }

  void mark(const testbench::RegisterDifference& difference) {
    cube_.set(kDiffers, 1);
    cube_.set(kNode, difference.node.number());
    cube_.set(kRtl, difference.rtl);
    cube_.set(kNative, difference.native);
  }

 private:
  enum CubeSignal : std::size_t { kCycle, kDiffers, kNode, kRtl, kNative };

  struct ShownNode {
    RtlNode<Kind, Harness>& rtl;
    NodeSignals<Kind> signals;

    void show(const In& in) {
      typename Kind::Out out;
      rtl.show(in);
      Harness::sample(rtl.model(), out);
      signals.set(in, out);
    }
  };

  void show(const testbench::Moment& moment, std::uint32_t first, std::span<const In> ins) {
    cube_.set(kCycle, moment.cycle);
    for (std::size_t i = 0; i < ins.size(); ++i) {
      if (nodes_[first + i] != nullptr) nodes_[first + i]->show(ins[i]);
    }
    file_.show_high(moment);
    for (std::size_t i = 0; i < ins.size(); ++i) {
      if (nodes_[first + i] != nullptr) nodes_[first + i]->rtl.fall();
    }
    file_.show_low();
  }

  Waveform file_;
  SignalGroup& cube_;
  std::vector<std::unique_ptr<ShownNode>> nodes_;  // by address; null where a node is not RTL
  std::vector<In> ins_;                            // the last that each node took
};

}  // namespace rtl_sim
