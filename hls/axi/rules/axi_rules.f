axi_stream_rules.sv
axi_lite_rules.sv
