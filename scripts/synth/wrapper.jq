# From Yosys's JSON of a top: a wrapper of four pins in Verilog, for tops that have more ports than a package has pins.
# Inputs come from a shift register, outputs go into registers that fold them into one: every path from, to and within the
# top ends in a flip-flop, and nothing of it can be left out.
#
#     jq --raw-output --arg top router_d2_w8_all --from-file wrapper.jq ports.json

def placed: reduce .[] as $port ({width: 0, ports: []}; .ports += [$port + {low: .width}] | .width += $port.width);
def connections: .[] | "    .\(.name)(\(.net)[\(.low + .width - 1):\(.low)]),";

.modules[$top].ports | to_entries | map(select(.key != "clk" and .key != "rst")
  | {name: .key, direction: .value.direction, width: (.value.bits | length)})
| (map(select(.direction == "input") + {net: "shifted"}) | placed) as $in
| (map(select(.direction == "output") + {net: "driven"}) | placed) as $out
| "module wrapper (input wire clk, input wire reset_pin, input wire in_pin, output reg out_pin);",
  "  reg rst;",
  "  reg [\($in.width - 1):0] shifted;",
  "  wire [\($out.width - 1):0] driven;",
  "  reg [\($out.width - 1):0] folded;",
  "  always @(posedge clk) begin",
  "    rst <= reset_pin;",
  "    shifted <= {shifted, in_pin};",
  "    folded <= driven ^ {folded, 1'b0};",
  "    out_pin <= folded[\($out.width - 1)];",
  "  end",
  "  \($top) top (",
  ($in.ports | connections),
  ($out.ports | connections),
  "    .clk(clk),",
  "    .rst(rst)",
  "  );",
  "endmodule"
