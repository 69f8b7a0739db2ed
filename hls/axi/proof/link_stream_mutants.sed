# Faults in the RTL, one a line, each of which a rule must refute.
# A word that is not taken is followed by the next.
s/wire may_go = .*;/wire may_go = 1'd1;/
# The mark of a frame's last word moves while the word waits.
s/if \(~tail_words_load\) out_send_last/out_send_last/
