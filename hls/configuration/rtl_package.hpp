// SPDX-License-Identifier: Apache-2.0
// The files that go with the RTL of a configuration into another project: a Verilog file with the
// standard names of AXI around a node with AXI, a file list, a FuseSoC core file (CAPI2), and the
// parameters.
#pragma once

#include <string>
#include <vector>

#include "hls/configuration/node_configuration.hpp"

namespace hls {

// The name of the module that stepc makes: that of the configuration, with _core behind it for a
// node with AXI.
std::string stepc_module_of(const NodeConfiguration& configuration);
// Names of the Verilog files, in the order in which tools read them.
std::vector<std::string> verilog_files_of(const NodeConfiguration& configuration);

// hls/tops/node_axi.v.in for the configuration. Text between @for_each_port@ and @end@ there stands
// in the file once for each port @k@.
std::string axi_wrapper_of(const NodeConfiguration& configuration, const std::string& text);

std::string core_file_of(const NodeConfiguration& configuration, const std::string& version);
// JSON: the facts that a testbench or a script needs about the RTL, and the configuration itself,
// from which the same RTL can be made.
std::string parameters_of(const NodeConfiguration& configuration, const std::string& version);

}  // namespace hls
