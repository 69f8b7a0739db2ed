// The rule unit says what the papers' definition says, for every address, header and stored word.
`default_nettype none
module proof (input wire clk, input wire [`DIM-1:0] me, word, input router_pkg::header_t header);
  router_pkg::route_t route;
  router_RuleUnit dut(.me(me), .header(header), .word(word), .result(route));
  wire [`DIM-1:0] ports;
  wire deliver;
  rule_definition #(.D(`DIM), .TREE($bits(header.tree))) definition(
      .me(me), .source(header.source), .destination(header.destination), .tree(header.tree), .rule(header.rule),
      .word(word), .ports(ports), .deliver(deliver), .seen());
  always @* begin
    tree_is_one: assume (header.tree < `DIM);
    rule_ports: assert (ports == route.ports);
    rule_delivers: assert (deliver == route.deliver);
    some_go_on: cover (ports != 0 && !deliver);
    some_end: cover (ports == 0 && deliver);
    some_do_both: cover ((ports & (ports - 1'b1)) != 0 && deliver);
  end
endmodule
