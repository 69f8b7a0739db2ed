// A cover is reached where the assertion of its contrary fails.
module \$cover (input A, EN);
  \$assert _TECHMAP_REPLACE_ (.A(~A), .EN(EN));
endmodule
