// SPDX-License-Identifier: Apache-2.0
// Tests that names are legal and unique.
#include "hls/stepc/design/name_table.hpp"

#include <gtest/gtest.h>

#include <set>

namespace stepc {
namespace {

TEST(LegalIdentifier, IsOneInSystemVerilogVerilatorAndCpp) {
  EXPECT_EQ(legal_identifier("count"), "count");
  EXPECT_EQ(legal_identifier("2-port fifo"), "n_2_port_fifo");
  EXPECT_EQ(legal_identifier("a  b"), "a_b");
  EXPECT_EQ(legal_identifier("a__b___c"), "a_b_c");
  EXPECT_EQ(legal_identifier("_x_"), "x");
  EXPECT_EQ(legal_identifier("gr\xc3\xbc\xc3\x9f"
                             "e"),
            "gr_e");
  EXPECT_EQ(legal_identifier("price$"), "price");
  EXPECT_EQ(legal_identifier("42"), "n_42");
  EXPECT_EQ(legal_identifier("\xe2\x82\xac"), "unnamed");
  EXPECT_EQ(legal_identifier(""), "unnamed");
}

TEST(SnakeCase, BreaksBeforeCapitals) {
  EXPECT_EQ(snake_case("CrosspointQueue"), "crosspoint_queue");
  EXPECT_EQ(snake_case("Port2Gate"), "port2_gate");
  EXPECT_EQ(snake_case("RTLNode"), "rtl_node");
  EXPECT_EQ(snake_case("already_so"), "already_so");
}

TEST(NameTable, GivesEveryNameOnce) {
  NameTable names;
  EXPECT_EQ(names.unique("count"), "count");
  EXPECT_EQ(names.unique("count"), "count_2");
  EXPECT_EQ(names.unique("count_2"), "count_2_2");
  EXPECT_EQ(names.unique("count"), "count_3");
  EXPECT_EQ(names.unique("valid", "_in"), "valid");
  EXPECT_EQ(names.unique("valid", "_out"), "valid_out");
  EXPECT_EQ(names.unique("valid", "_out"), "valid_out_2");
}

TEST(NameTable, AvoidsTheNamesOfAnotherTable) {
  NameTable outer;
  NameTable inner;
  for (const char* name : {"count", "queue_2", "word", "word_part"}) inner.reserve(name);
  EXPECT_EQ(outer.unique_beside(inner, "queue", "_part"), "queue");
  EXPECT_EQ(outer.unique_beside(inner, "queue", "_part"), "queue_3");
  EXPECT_EQ(outer.unique_beside(inner, "count", "_part"), "count_part");
  EXPECT_EQ(outer.unique_beside(inner, "count", "_part"), "count_part_2");
  EXPECT_EQ(outer.unique_beside(inner, "word", "_part"), "word_part_2");
}

TEST(NameTable, TakesNamesThatDifferInCaseForOne) {
  NameTable names;
  EXPECT_EQ(names.unique("Queue"), "Queue");
  EXPECT_EQ(names.unique("queue"), "queue_2");
}

TEST(NameTable, MakesNamesLegalBeforeItComparesThem) {
  NameTable names;
  EXPECT_EQ(names.unique("a-b"), "a_b");
  EXPECT_EQ(names.unique("a b"), "a_b_2");
}

TEST(NameTable, LeavesOutWhatIsReserved) {
  NameTable names;
  names.reserve("clk");
  EXPECT_EQ(names.unique("clk"), "clk_2");
  EXPECT_EQ(names.unique("final"), "final_2");
  EXPECT_EQ(names.unique("sequence", "_in"), "sequence_in");
  EXPECT_EQ(names.unique("queue"), "queue");  // a class of the C++ library, but no word of SystemVerilog
}

TEST(NameTable, KnowsWhatCannotBeAMemberOfVerilatorsModel) {
  NameTable names;
  EXPECT_EQ(names.unique_port("queue", "_in"), "queue_in");
  EXPECT_EQ(names.unique_port("rootp", "_in"), "rootp_in");
  EXPECT_EQ(names.unique_port("private", "_out"), "private_out");
  EXPECT_EQ(names.unique_port("eval", "_in"), "eval_in");
  EXPECT_EQ(names.unique_port("errno", "_in"), "errno_in");
  EXPECT_EQ(names.unique_port("data", "_in"), "data");
}

TEST(NameTable, MarksReservedMembersWithAnUnderscore) {
  NameTable members;
  EXPECT_EQ(members.unique_member("sequence"), "sequence_");
  EXPECT_EQ(members.unique_member("sequence"), "sequence_2");
  EXPECT_EQ(members.unique_member("a"), "a");
  EXPECT_EQ(members.unique_member("a_"), "a_2");
}

// IEEE 1800-2017, annex B, has 248 words; the test has some that are easily forgotten.
TEST(ReservedWords, AreThoseOfAnnexB) {
  for (const char* word : {"accept_on",      "binsof",
                           "bufif0",         "casez",
                           "chandle",        "cmos",
                           "covergroup",     "endclass",
                           "forkjoin",       "highz1",
                           "ignore_bins",    "incdir",
                           "interconnect",   "join_any",
                           "nmos",           "noshowcancelled",
                           "notif1",         "pulsestyle_onevent",
                           "randsequence",   "rtranif1",
                           "s_until_with",   "scalared",
                           "showcancelled",  "specparam",
                           "strong1",        "supply1",
                           "sync_reject_on", "tranif0",
                           "trireg",         "unique0",
                           "until_with",     "wait_order",
                           "weak1",          "xor"}) {
    EXPECT_TRUE(is_systemverilog_word(word)) << word;
    EXPECT_FALSE(is_systemverilog_word(std::string(word) + "x")) << word;
  }
  EXPECT_FALSE(is_systemverilog_word("Module"));
}

}  // namespace
}  // namespace stepc
