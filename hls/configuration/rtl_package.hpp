// SPDX-License-Identifier: Apache-2.0
// The files that go with the RTL of a configuration into another project: a Verilog file with the
// standard names of AXI around a part with AXI, a file list, a FuseSoC core file (CAPI2), and the
// parameters.
#pragma once

#include <string>
#include <vector>

#include "hls/configuration/node_configuration.hpp"

namespace hls {

// Whether a Verilog file stands around the module that stepc makes.
bool has_axi_wrapper(const NodeConfiguration& configuration);
// The name of that module: that of the configuration, with _core behind it where there is a wrapper.
std::string stepc_module_of(const NodeConfiguration& configuration);
// Names of the Verilog files, in the order in which tools read them.
std::vector<std::string> verilog_files_of(const NodeConfiguration& configuration);

// The wrapper's template among the headers.
std::string axi_template_of(const NodeConfiguration& configuration);
// The template's text for the configuration. Text between @for_each_port@ and @end@ there stands in the file once for
// each port @k@, and lines that begin with @epochs@ if the node has epochs.
std::string axi_wrapper_of(const NodeConfiguration& configuration, const std::string& text);

std::string core_file_of(const NodeConfiguration& configuration, const std::string& version);
// JSON: the facts that a testbench or a script needs about the RTL, and the configuration itself,
// from which the same RTL can be made.
std::string parameters_of(const NodeConfiguration& configuration, const std::string& version);

}  // namespace hls
