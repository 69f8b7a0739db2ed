# Faults in the RTL, one a line, each of which a rule must refute.
# An answer to a write stands for one cycle only.
s/write \| \(out_before.bvalid & ~in.bready\)/write/
# An answer changes while it waits.
s/write \? \{~write_okay, 1'd0\} : out_before.bresp/{~write_okay, 1'd0}/
# A read is answered that nobody has asked.
s/wire can_read = .*;/wire can_read = mask;/
# Writes always come first.
s/\(can_read \| write\) wrote_last <= write/(can_read | write) wrote_last <= 1'd0/
# A start in mid-run takes back what is offered.
s/wire strobe = start & ~injecting_2/wire strobe = start/
# The memory is asked for more than there is room for.
s/ & ~\(own_0_asked_next == 3'd4\)//
