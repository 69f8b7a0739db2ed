// Queues and ports of a router.
`default_nettype none
module proof (input wire clk);
  `include "environment.svh"
  `include "queues.svh"
  `include "sending.svh"
endmodule
