// A 2-cube of node_axi_d2_w32_all runs an alltoall of PACKETS packets a pair: with memories that answer at once, in which
// every packet comes in the cycle in which theory says; with pauses on every channel; and ROUNDS times back to back on nodes
// that start when they like. A processor loads the nodes over AXI4-Lite, 256 KiB of addresses for each. The rules of AXI are
// checked beside every node.
`default_nettype none

module testbench;
  localparam NODES = 4;
  localparam LINK = 59;  // bits of a link of node_axi_d2_w32_all
  localparam PACKETS = 5;
  localparam ROUNDS = 20;
  // The strobe, 4 cycles until the first packet is on a link, PACKETS * 2^(d-1) cycles with every link busy; then it is taken.
  localparam LAST_CYCLE = 4 + PACKETS * 2;

  // Byte addresses of docs/guides/axi.md.
  localparam ADDRESS = 18'h00000, RULE = 18'h00004, STEP = 18'h00008, TREE = 18'h0000c, FIRST = 18'h00010,
             COUNT = 18'h00014, EXPECTED = 18'h00028, STATUS = 18'h00040, RECEIVED = 18'h00044, CAPABILITIES = 18'h0004c,
             PROGRAM = 18'h10000, LENGTH = 18'h18000, SEND = 18'h20000, PORT = 18'h01000;
  localparam OKAY = 2'd0, SLVERR = 2'd2;

  reg aclk = 1'b0;
  always #5 aclk = !aclk;
  reg aresetn = 1'b0;
  reg [NODES-1:0] start = 0;
  reg [31:0] round [0:NODES-1];  // collectives that a node has started
  reg pauses = 1'b0;
  reg clear = 1'b1;

  // The processor's bus; `node` says whose registers.
  reg [1:0] node = 2'd0;
  reg [17:0] awaddr = 18'd0, araddr = 18'd0;
  reg [31:0] wdata = 32'd0;
  reg [3:0] wstrb = 4'd0;
  reg awvalid = 1'b0, wvalid = 1'b0, bready = 1'b0, arvalid = 1'b0, rready = 1'b0;
  wire [NODES-1:0] awready, wready, bvalid, arready, rvalid, done;
  wire [1:0] bresp [0:NODES-1];
  wire [1:0] rresp [0:NODES-1];
  wire [31:0] rdata [0:NODES-1];

  wire [LINK-1:0] link [0:2*NODES-1];  // 2 n + k: what node n drives through port k
  wire [2*NODES-1:0] taken;
  integer right [0:2*NODES-1];
  integer wrong [0:2*NODES-1];

  genvar n, k;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : site
      wire [31:0] fetch_tdata [0:1];
      wire [31:0] payload_tdata [0:1];
      wire [31:0] eject_tdata [0:1];
      wire [31:0] eject_tuser [0:1];
      wire [1:0] fetch_tid, eject_tid;
      wire [1:0] fetch_tvalid, fetch_tready, payload_tvalid, payload_tready, eject_tvalid, eject_tready;

      node_axi_d2_w32_all dut (
        .aclk(aclk), .aresetn(aresetn), .start(start[n]), .done(done[n]),
        .link_0_out(link[2 * n]), .link_0_in(link[2 * (n ^ 1)]),
        .link_1_out(link[2 * n + 1]), .link_1_in(link[2 * (n ^ 2) + 1]),
        .m_axis_fetch_0_tdata(fetch_tdata[0]), .m_axis_fetch_0_tid(fetch_tid[0]),
        .m_axis_fetch_0_tvalid(fetch_tvalid[0]), .m_axis_fetch_0_tready(fetch_tready[0]),
        .m_axis_fetch_1_tdata(fetch_tdata[1]), .m_axis_fetch_1_tid(fetch_tid[1]),
        .m_axis_fetch_1_tvalid(fetch_tvalid[1]), .m_axis_fetch_1_tready(fetch_tready[1]),
        .s_axis_payload_0_tdata(payload_tdata[0]), .s_axis_payload_0_tvalid(payload_tvalid[0]),
        .s_axis_payload_0_tready(payload_tready[0]),
        .s_axis_payload_1_tdata(payload_tdata[1]), .s_axis_payload_1_tvalid(payload_tvalid[1]),
        .s_axis_payload_1_tready(payload_tready[1]),
        .m_axis_eject_0_tdata(eject_tdata[0]), .m_axis_eject_0_tuser(eject_tuser[0]),
        .m_axis_eject_0_tid(eject_tid[0]), .m_axis_eject_0_tvalid(eject_tvalid[0]), .m_axis_eject_0_tready(eject_tready[0]),
        .m_axis_eject_1_tdata(eject_tdata[1]), .m_axis_eject_1_tuser(eject_tuser[1]),
        .m_axis_eject_1_tid(eject_tid[1]), .m_axis_eject_1_tvalid(eject_tvalid[1]), .m_axis_eject_1_tready(eject_tready[1]),
        .s_axi_awaddr(awaddr), .s_axi_awprot(3'd0), .s_axi_awvalid(awvalid && node == n), .s_axi_awready(awready[n]),
        .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wvalid(wvalid && node == n), .s_axi_wready(wready[n]),
        .s_axi_bresp(bresp[n]), .s_axi_bvalid(bvalid[n]), .s_axi_bready(bready),
        .s_axi_araddr(araddr), .s_axi_arprot(3'd0), .s_axi_arvalid(arvalid && node == n), .s_axi_arready(arready[n]),
        .s_axi_rdata(rdata[n]), .s_axi_rresp(rresp[n]), .s_axi_rvalid(rvalid[n]), .s_axi_rready(rready)
      );
      axi_lite_rules lite_rules (
        .aclk(aclk), .aresetn(aresetn), .awvalid(awvalid && node == n), .awready(awready[n]),
        .wvalid(wvalid && node == n), .wready(wready[n]), .bresp(bresp[n]), .bvalid(bvalid[n]), .bready(bready),
        .arvalid(arvalid && node == n), .arready(arready[n]), .rdata(rdata[n]), .rresp(rresp[n]), .rvalid(rvalid[n]),
        .rready(rready)
      );
      for (k = 0; k < 2; k = k + 1) begin : port
        memory #(.ME(n), .NODES(NODES), .PACKETS(PACKETS)) memory (
          .aclk(aclk), .aresetn(aresetn), .pauses(pauses), .clear(clear), .round(round[n]), .right(right[2 * n + k]),
          .wrong(wrong[2 * n + k]), .fetch_tdata(fetch_tdata[k]), .fetch_tvalid(fetch_tvalid[k]),
          .fetch_tready(fetch_tready[k]), .payload_tdata(payload_tdata[k]), .payload_tvalid(payload_tvalid[k]),
          .payload_tready(payload_tready[k]), .eject_tdata(eject_tdata[k]), .eject_tuser(eject_tuser[k]),
          .eject_tid(eject_tid[k]), .eject_tvalid(eject_tvalid[k]), .eject_tready(eject_tready[k])
        );
        axi_stream_rules #(.CONTENT(33)) fetch_rules (
          .aclk(aclk), .aresetn(aresetn), .content({fetch_tid[k], fetch_tdata[k]}), .tvalid(fetch_tvalid[k]),
          .tready(fetch_tready[k])
        );
        axi_stream_rules #(.CONTENT(65)) eject_rules (
          .aclk(aclk), .aresetn(aresetn), .content({eject_tid[k], eject_tdata[k], eject_tuser[k]}), .tvalid(eject_tvalid[k]),
          .tready(eject_tready[k])
        );
        assign taken[2 * n + k] = eject_tvalid[k] && eject_tready[k];
      end
    end
  endgenerate

  integer failures = 0;
  task fail(input [8*40-1:0] what);
    begin
      $display("FAILED: %0s", what);
      failures = failures + 1;
    end
  endtask

  // All that the testbench drives changes at falling edges; what passes at the rising edge behind one is known then, since
  // a node's outputs are registers.

  // An access, its channels in any order where there are pauses; the answer must be `expected`.
  task write(input integer to, input [17:0] address, input [31:0] data, input [3:0] strobes, input [1:0] expected);
    reg address_waits, data_waits, answered, address_passes, data_passes;
    begin
      node = to;
      address_waits = 1'b1;
      data_waits = 1'b1;
      address_passes = 1'b0;
      data_passes = 1'b0;
      answered = 1'b0;
      while (!answered) begin
        @(negedge aclk);
        if (address_passes) awvalid = 1'b0;
        if (data_passes) wvalid = 1'b0;
        if (address_waits && !(pauses && $urandom % 2 == 0)) begin
          awaddr = address;
          awvalid = 1'b1;
          address_waits = 1'b0;
        end
        if (data_waits && !(pauses && $urandom % 2 == 0)) begin
          wdata = data;
          wstrb = strobes;
          wvalid = 1'b1;
          data_waits = 1'b0;
        end
        bready = !(pauses && $urandom % 2 == 0);
        address_passes = awvalid && awready[node];
        data_passes = wvalid && wready[node];
        if (bvalid[node] && bready) begin
          answered = 1'b1;
          if (bresp[node] != expected) fail("the answer to a write");
        end
      end
      @(negedge aclk);
      bready = 1'b0;
    end
  endtask

  task read(input integer from, input [17:0] address, input [31:0] data, input [1:0] expected);
    reg address_waits, answered, address_passes;
    begin
      node = from;
      address_waits = 1'b1;
      address_passes = 1'b0;
      answered = 1'b0;
      while (!answered) begin
        @(negedge aclk);
        if (address_passes) arvalid = 1'b0;
        if (address_waits && !(pauses && $urandom % 2 == 0)) begin
          araddr = address;
          arvalid = 1'b1;
          address_waits = 1'b0;
        end
        rready = !(pauses && $urandom % 2 == 0);
        address_passes = arvalid && arready[node];
        if (rvalid[node] && rready) begin
          answered = 1'b1;
          if (rresp[node] != expected || rdata[node] != data) fail("the answer to a read");
        end
      end
      @(negedge aclk);
      rready = 1'b0;
    end
  endtask

  task set(input integer to, input [17:0] address, input [31:0] data);
    write(to, address, data, 4'hf, OKAY);
  endtask

  // Port 0 sends to relative address 1, port 1 to 3 and then to 2; each time over the sequences rise by one.
  task load(input integer to);
    begin
      set(to, ADDRESS, to);
      set(to, RULE, 0);  // e-cube
      set(to, STEP, 1);
      set(to, TREE, 0);
      set(to, FIRST, 0);
      set(to, COUNT, 1);
      set(to, PROGRAM, 1);
      set(to, LENGTH, 1);
      set(to, SEND, PACKETS);
      set(to, PROGRAM + PORT, 3);
      set(to, PROGRAM + PORT + 18'd4, 2);
      set(to, LENGTH + PORT, 2);
      set(to, SEND + PORT, 2 * PACKETS);
      set(to, EXPECTED, 3 * PACKETS);
    end
  endtask

  integer cycle, last, i, j, all_right, all_wrong, ahead, running;
  task run(input integer most_cycles);
    begin
      clear = 1'b1;
      @(negedge aclk);
      clear = 1'b0;
      for (i = 0; i < NODES; i = i + 1) load(i);
      for (i = 0; i < NODES; i = i + 1) round[i] = round[i] + 1;
      start = ~0;
      @(negedge aclk);
      start = 0;
      last = 0;
      for (cycle = 1; cycle <= most_cycles && !(cycle > LAST_CYCLE && &done); cycle = cycle + 1) begin
        if (taken != 0) last = cycle;
        @(negedge aclk);
      end
      all_right = 0;
      all_wrong = 0;
      for (i = 0; i < 2 * NODES; i = i + 1) begin
        all_right = all_right + right[i];
        all_wrong = all_wrong + wrong[i];
      end
      if (!(&done)) fail("not all nodes are done");
      if (all_right != NODES * 3 * PACKETS || all_wrong != 0) fail("packets are missing or wrong");
      for (i = 0; i < NODES; i = i + 1) read(i, RECEIVED, 3 * PACKETS, OKAY);
      $display("%0d packets right, %0d wrong, the last one %0d cycles behind the start", all_right, all_wrong, last);
    end
  endtask

  // Each node starts again when it is done, after a pause, and no node is more than a round ahead of another.
  reg [NODES-1:0] begun;  // and not yet done
  reg may;
  task run_back_to_back;
    begin
      cycle = 0;
      ahead = 0;
      begun = 0;
      running = NODES * ROUNDS;
      last = round[0] + ROUNDS;
      for (i = 0; i < NODES; i = i + 1) load(i);
      while (running != 0 && cycle < 10000) begin
        for (i = 0; i < NODES; i = i + 1) begin
          if (begun[i] && !start[i] && done[i]) begin
            begun[i] = 1'b0;
            running = running - 1;
            if (right[2 * i] + right[2 * i + 1] != 3 * PACKETS) fail("a node says done, and packets are missing");
          end
        end
        start = 0;
        for (i = 0; i < NODES; i = i + 1) begin
          may = !begun[i] && round[i] != last && $urandom % 16 == 0;
          for (j = 0; j < NODES; j = j + 1) if (round[j] < round[i]) may = 1'b0;
          start[i] = may;
        end
        for (i = 0; i < NODES; i = i + 1) if (start[i]) begin
          round[i] = round[i] + 1;
          begun[i] = 1'b1;
          for (j = 0; j < NODES; j = j + 1) if (begun[j] && round[j] < round[i]) ahead = ahead + 1;
        end
        @(negedge aclk);
        cycle = cycle + 1;
      end
      all_wrong = 0;
      for (i = 0; i < 2 * NODES; i = i + 1) all_wrong = all_wrong + wrong[i];
      if (running != 0 || all_wrong != 0) fail("packets of rounds back to back are missing or wrong");
      if (ahead == 0) fail("no node has begun while another was in the round before");
      $display("%0d rounds back to back in %0d cycles, %0d wrong, begun %0d times beside a round before", ROUNDS, cycle,
               all_wrong, ahead);
    end
  endtask

  initial begin
    repeat (20000) @(negedge aclk);
    $display("FAILED: it stands still");
    $finish;
  end

  initial begin
    for (i = 0; i < NODES; i = i + 1) round[i] = 0;
    repeat (3) @(negedge aclk);
    aresetn = 1'b1;
    @(negedge aclk);
    read(2, CAPABILITIES, 32'h00ff0002, OKAY);
    write(2, STATUS, 0, 4'hf, SLVERR);              // can only be read
    write(2, PROGRAM + 2 * PORT, 0, 4'hf, SLVERR);  // there are two ports
    write(2, ADDRESS, 3, 4'h1, SLVERR);             // a byte
    read(2, 18'h3fffc, 0, SLVERR);
    run(100);
    if (last != LAST_CYCLE) fail("the last packet came in another cycle");
    pauses = 1'b1;
    run(1000);
    run_back_to_back;
    if (failures == 0) $display("PASSED");
    $finish;
  end
endmodule

`default_nettype wire
