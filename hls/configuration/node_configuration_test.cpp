// SPDX-License-Identifier: Apache-2.0
// Configurations by name, by JSON and by their members.
#include "hls/configuration/node_configuration.hpp"

#include <gtest/gtest.h>

#include "hls/configuration/configuration_members.hpp"
#include "test_support/seed.hpp"

namespace hls {
namespace {

std::string error_of(const auto& make) {
  try {
    make();
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "";
}

TEST(NodeConfiguration, NamesSayWhatIsBuilt) {
  const NodeConfiguration plain = configuration_named("node_d3_w32_all");
  EXPECT_EQ(plain.kind, NodeKind::kNode);
  EXPECT_EQ(plain.dim, 3u);
  EXPECT_EQ(plain.ports, 3u);
  EXPECT_EQ(plain.nodes, 8u);
  EXPECT_EQ(plain.payload_bits, 32u);
  EXPECT_EQ(plain.port_model, router::PortModel::kAllPort);
  EXPECT_EQ(plain.hop_cycles, 1u);
  EXPECT_FALSE(plain.combines());
  EXPECT_FALSE(plain.statistics);

  const NodeConfiguration staged = configuration_named("node_d2_w64_gated_r2_s3_floats");
  EXPECT_EQ(staged.hop_cycles, 2u);
  EXPECT_EQ(staged.combine_stages, 3u);
  EXPECT_EQ(staged.operators, OperatorSet::kFloats);
  EXPECT_TRUE(staged.statistics);

  const NodeConfiguration few = configuration_named("router_d4_w1_all_rules_ecube_table");
  EXPECT_EQ(few.kind, NodeKind::kRouter);
  EXPECT_EQ(few.rules, 0b10000001u);

  const NodeConfiguration server = configuration_named("broadcast_d3_w64_wires2_partial");
  EXPECT_EQ(server.prefix, broadcast::PrefixChannel::kWires);
  EXPECT_EQ(server.count_wires, 2u);
  EXPECT_EQ(server.schemes, SchemeSet::kPartial);

  const NodeConfiguration any = configuration_named("labelled_p7_n128_w13_gated");
  EXPECT_FALSE(any.is_cube());
  EXPECT_EQ(any.ports, 7u);
  EXPECT_EQ(any.nodes, 128u);
  EXPECT_EQ(any.queue_depth, 256u);
}

// The names of before, which scripts, documents and users have.
TEST(NodeConfiguration, NamesOfBeforeStayAsTheyAre) {
  for (const char* name : {"node_d2_w32_all",
                           "node_d6_w64_gated",
                           "node_d6_w64_gated_r2",
                           "node_axi_d3_w32_all",
                           "node_axi_d2_w64_gated_r2",
                           "router_d3_w8_all_r2",
                           "router_d2_w8_all_rules_ecube_table",
                           "node_d3_w64_gated_floats",
                           "node_d5_w64_gated_integers",
                           "node_d2_w64_gated_s2_floats",
                           "node_d3_w64_gated_r2_floats",
                           "node_d4_w8_all_rules_sbt",
                           "broadcast_d5_w64",
                           "broadcast_d3_w64_wires",
                           "broadcast_d2_w64_wires1",
                           "broadcast_d3_w64_tree",
                           "broadcast_d3_w64_overlap",
                           "broadcast_d2_w32_overlap2_indirect",
                           "broadcast_d2_w32_partial",
                           "broadcast_p4_w64",
                           "broadcast_p3_n64_w32_q256",
                           "link_stream_d3_w64",
                           "link_stream_p4_n64_w32_link128_lat200_frame64_crc16",
                           "labelled_p2_w64_gated",
                           "labelled_p4_w64_gated"}) {
    EXPECT_EQ(name_of(configuration_named(name)), name);
  }
}

TEST(NodeConfiguration, DefaultsFollowFromOtherMembers) {
  // 2^(d+1) packets: more than pass a crosspoint and follow a stop.
  EXPECT_EQ(configuration_named("node_d3_w32_all").queue_depth, 16u);
  EXPECT_EQ(configuration_named("node_d6_w32_all_r2").queue_depth, 128u);
  // With 30 stages 34 packets can follow the stop, and 7 are in the queue.
  EXPECT_EQ(configuration_named("node_d3_w64_gated_s30_floats").queue_depth, 64u);
  EXPECT_EQ(configuration_named("broadcast_d4_w64_wires").count_wires, 5u);
  EXPECT_EQ(configuration_named("node_d3_w64_gated").window_depth, 4u);
  EXPECT_EQ(configuration_named("node_d3_w64_gated_integers").window_depth, 16u);
  EXPECT_EQ(configuration_named("labelled_p4_w64_gated").window_depth, 128u);
}

// A random value of a member, as text.
std::string random_text(const Member& member, const NodeConfiguration& node, std::mt19937_64& random) {
  const std::uint32_t least = member.least(node);
  const std::uint32_t most = std::min(member.most(node), least + 5000);
  if (member.type == MemberType::kNumber) {
    std::uint32_t value = least + static_cast<std::uint32_t>(random() % (most - least + 1));
    if (member.power_of_two) {
      value = least;
      while (value * 2 <= most && random() % 2 == 0) value *= 2;
    }
    return std::to_string(value);
  }
  NodeConfiguration changed = node;
  member.set(changed, least + static_cast<std::uint32_t>(random() % (most - least + 1)));
  return text_of(member, changed);
}

// A configuration whose members are left at their defaults or have a random value.
NodeConfiguration random_configuration(std::mt19937_64& random) {
  static constexpr const char* kKinds[] = {"node", "router", "node_axi", "broadcast", "soc", "link_stream"};
  ConfigurationDraft draft{{"kind", kKinds[random() % std::size(kKinds)]}};
  const bool is_of_cubes = draft["kind"] == "broadcast" || draft["kind"] == "soc";
  draft[!is_of_cubes && random() % 4 == 0 ? "ports" : "dim"] = std::to_string(1 + random() % 8);
  NodeConfiguration node = configuration_of(draft);
  for (const Member& member : configuration_members()) {
    if (draft.contains(member.key) || !member.applies(node) || member.key == std::string_view("dim")) continue;
    if (random() % 3 != 0) continue;
    ConfigurationDraft changed = draft;
    changed[member.key] = random_text(member, node, random);
    try {
      node = configuration_of(changed);
      draft = changed;
    } catch (const ConfigurationError&) {
      // Its members do not go together with that one.
    }
  }
  return node;
}

TEST(NodeConfiguration, NameAndJsonGiveBackWhatTheyWereMadeOf) {
  auto random = test_support::seeded_random();
  for (unsigned run = 0; run < 2000; ++run) {
    const NodeConfiguration made = random_configuration(random);
    SCOPED_TRACE(name_of(made));
    EXPECT_EQ(configuration_named(name_of(made)), made);
    EXPECT_EQ(configuration_of(draft_of_json(json_of(made))), made);
  }
}

TEST(NodeConfiguration, MistakesNameTheMemberTheValueAndTheLimit) {
  struct Case {
    ConfigurationDraft draft;
    const char* message;
  };
  const Case cases[] = {
      {{{"dim", "3"}, {"payload_bits", "70"}}, "--payload-bits 70: must be 1 to 64"},
      {{{"dim", "3"}, {"payload_bits", "013"}}, "--payload-bits 013: must be 1 to 64, in digits without leading zeros"},
      {{{"dim", "3"}, {"payload_bits", ""}}, "--payload-bits : must be 1 to 64, in digits without leading zeros"},
      {{{"dim", "17"}}, "--dim 17: must be 1 to 16"},
      {{{"payload_bits", "8"}},
       "--dim is missing: the dimension of the cube; or --ports, of the nodes of any other network"},
      {{{"dim", "3"}, {"ports", "3"}},
       "--ports 3: a node of a cube has as many ports as --dim says; leave one of them out"},
      {{{"dim", "3"}, {"queue_depth", "12"}}, "--queue-depth 12: must be a power of two from 4 to 1048576"},
      {{{"dim", "3"}, {"hop_cycles", "2"}, {"operators", "floats"}, {"combine_stages", "9"}, {"queue_depth", "8"}},
       "--queue-depth 8: must be a power of two from 16 to 1048576"},
      {{{"dim", "3"}, {"combine_stages", "2"}},
       "--combine-stages 2: a node without --operators combines nothing; say which, or leave it out"},
      {{{"dim", "3"}, {"kind", "broadcast"}, {"hop_cycles", "2"}},
       "--hop-cycles 2: a node of kind broadcast, on a cube, has no such member; leave it out"},
      {{{"dim", "3"}, {"kind", "broadcast"}, {"payload_bits", "7"}, {"prefix", "tree"}},
       "--payload-bits 7: the prefix tree tells 8 bits in a payload; must be 8 to 64, or take another --prefix"},
      {{{"dim", "3"}, {"rules", "ecube,sbtt"}},
       "--rules ecube,sbtt: must be all, or of ecube, ascending, sbt, nesbt, sbnt, gray, ring, table, with commas "
       "between them"},
      {{{"ports", "3"}, {"kind", "node_axi"}, {"operators", "floats"}},
       "--operators floats: a node of kind node_axi and port_model gated, on any other network, has no such member; "
       "leave it out"},
      {{{"dim", "3"}, {"statistics", "yes"}}, "--statistics yes: must be on or off"},
      {{{"dim", "3"}, {"port_model", "one"}}, "--port-model one: must be all, gated"},
      {{{"dim", "2"}, {"kind", "soc"}, {"payload_bits", "32"}}, "--payload-bits 32: must be 64"},
      {{{"dim", "2"}, {"kind", "soc"}, {"memory_kib", "32"}},
       "--memory-kib 32: half of it must have room for --stack-kib 32"},
      {{{"dim", "2"}, {"kind", "soc"}, {"packets", "2"}},
       "--packets 2: a packet of each node needs a place; must be 4 or more"},
      {{{"dim", "2"}, {"kind", "soc"}, {"queue_depth", "4"}},
       "--queue-depth 4: a collective of one packet must not fill a system's queues; must be 16 or more"},
      {{{"dim", "2"}, {"kind", "soc"}, {"compressed", "on"}, {"fetches_ahead", "on"}},
       "--fetches-ahead on: a node with --compressed on has none; leave one of them out"},
      {{{"dim", "3"}, {"drop_copies", "on"}, {"epochs", "on"}},
       "--epochs on: a node with --drop-copies on has none; leave one of them out"},
      {{{"dim", "3"}, {"link_wires", "16"}, {"link_check", "crc16"}, {"cut_through", "on"}},
       "--cut-through on: a node with --link-check crc16 has none; leave one of them out"},
  };
  for (const auto& [draft, message] : cases) {
    EXPECT_EQ(error_of([&] { configuration_of(draft, MemberStyle::kOption); }), message);
  }
}

TEST(NodeConfiguration, NamesThatAreNone) {
  for (const char* name :
       {"", "node", "node_", "node_d3_", "node_d3__w8", "node_d3_w8_all_x", "nodes_d3_w8", "node_w8_d3_all",
        "node_d3_w8_all_floats_s2", "labelled_d3_w8_all_", "node_d3_w8_all_rules_", "node_d3_w8_all_rules",
        "labelled_d3", "node_d3_w8_all_stats_nostats", "node_d3_w8_all_rules_ecube_ecube", "node_d99999999999_w8_all",
        "broadcast_p3_w8_wires", "node_d3_w08_all", "node_d3_w8_all_rules_ecube_"}) {
    EXPECT_NE(error_of([&] { configuration_named(name); }), "") << name;
  }
}

TEST(NodeConfiguration, JsonThatIsNone) {
  EXPECT_EQ(error_of([] { configuration_of(draft_of_json("[3]")); }),
            "must be a JSON object of members, such as {\"dim\": 3, \"payload_bits\": 13}");
  EXPECT_NE(error_of([] { draft_of_json("{\"dim\": 3"); }), "");
  EXPECT_TRUE(
      error_of([] { draft_of_json("{\"dimension\": 3}"); }).starts_with("dimension: no member of a configuration"));
  EXPECT_EQ(error_of([] { configuration_of(draft_of_json("{\"dim\": 3.5}")); }),
            "dim 3.5: must be 1 to 16, in digits without leading zeros");
  EXPECT_EQ(error_of([] { configuration_of(draft_of_json("{\"dim\": -1}")); }),
            "dim -1: must be 1 to 16, in digits without leading zeros");
  EXPECT_EQ(error_of([] { configuration_of(draft_of_json("{\"dim\": true}")); }),
            "dim on: must be 1 to 16, in digits without leading zeros");
  EXPECT_EQ(error_of([] { draft_of_json("{\"dim\": 3, \"dim\": 4}"); }), "dim stands twice; leave one out");
  EXPECT_EQ(error_of([] { draft_of_json("{\"configuration\": {\"dim\": 3}, \"dim\": 4}"); }),
            "dim is 3 in configuration and 4 beside it; leave one out");
  EXPECT_EQ(draft_of_json("{\"version\": \"1\", \"configuration\": {\"dim\": 3}}"), (ConfigurationDraft{{"dim", "3"}}));
}

}  // namespace
}  // namespace hls
