// SPDX-License-Identifier: Apache-2.0
// Checks the loader's assumptions on the firmware's register images, node by node, for each row of
// the catalog.
#include "testbench/runs/experiment/loader.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "testbench/runs/experiment/experiment.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;

// Calls visit(operation) for every row, with d up to `largest` and M of 1, 2, d and 2d + 1.
template <class Visit>
void for_every_operation(unsigned largest, Visit visit) {
  for (const collectives::Row& row : collectives::kCatalog) {
    for (unsigned d = 1; d <= largest; ++d) {
      for (const std::uint32_t packets : std::set<std::uint32_t>{1, 2, d, 2 * d + 1}) {
        const Operation operation{&row, network::Cube(d), packets, Address((1u << d) / 3)};
        SCOPED_TRACE(testing::Message() << name_of(row.collective) << ' ' << row.algorithm << " d " << d << " M "
                                        << packets);
        visit(operation);
      }
    }
  }
}

// Calls visit(node, image) for every node of the operation.
template <class Visit>
void for_every_node(const Operation& operation, Visit visit) {
  for (const Address node : network::addresses(operation.network.nodes())) {
    visit(node, register_image(operation, node));
  }
}

// The mesh has storage for the longest program, so no node may write beyond it.
TEST(Loader, NoNodeHasALongerProgramThanTheLongest) {
  for_every_operation(6, [](const Operation& operation) {
    const std::size_t longest = longest_programs(operation).entries;
    for_every_node(operation, [&](Address, const node::RegisterImage& image) {
      for (const node::RegisterWrite& write : image.writes()) {
        if (node::block(write.address) == node::Block::kProgram) ASSERT_LT(node::index(write.address), longest);
        if (node::block(write.address) == node::Block::kLength) ASSERT_LE(write.value, longest);
      }
    });
  });
}

// Every register that an image names exists: ports, windows and trees below d, table below 2^d.
TEST(Loader, ImagesNameOnlyRegistersOfTheNode) {
  for_every_operation(6, [](const Operation& operation) {
    const unsigned d = operation.d();
    const std::uint32_t nodes = operation.network.nodes();
    for_every_node(operation, [&](Address, const node::RegisterImage& image) {
      for (const node::RegisterWrite& write : image.writes()) {
        ASSERT_LT(node::port(write.address), operation.shape().combined ? 2 * d : d) << "ejectors are behind the ports";
        switch (node::block(write.address)) {
          case node::Block::kTable:
            ASSERT_LT(node::index(write.address), nodes);
            ASSERT_LT(write.value, nodes);
            break;
          case node::Block::kWindow:
            ASSERT_LT(node::index(write.address), operation.shape().combined ? 2 * d + 1 : d) << "there and back";
            ASSERT_LT(write.value, d);
            break;
          case node::Block::kProgram:
            ASSERT_LT(write.value, nodes);
            break;
          case node::Block::kControl:
            if (write.address == node::address(node::Control::kEntryTree)) ASSERT_LT(write.value, d);
            if (write.address == node::address(node::Control::kEntryCount)) ASSERT_GE(write.value, 1u);
            break;
          case node::Block::kLength:
          case node::Block::kRepeat:
          case node::Block::kSecondLength:
          case node::Block::kPackets:
          case node::Block::kSecondPackets:
            break;
          case node::Block::kLink:
            FAIL() << "nodes of collectives have no link layer";
        }
      }
    });
  });
}

// Images of symmetric programs differ in the address only.
TEST(Loader, ImagesOfSymmetricProgramsDifferInTheAddressAlone) {
  unsigned symmetric = 0;
  for_every_operation(5, [&](const Operation& operation) {
    if (operation.row->programs != collectives::Programs::kSymmetric) return;
    ++symmetric;
    const node::RegisterImage first = register_image(operation, Address(0));
    for_every_node(operation, [&](Address node, const node::RegisterImage& image) {
      ASSERT_EQ(image.writes().size(), first.writes().size());
      for (std::size_t i = 0; i < first.writes().size(); ++i) {
        const node::RegisterWrite& write = image.writes()[i];
        ASSERT_EQ(write.address, first.writes()[i].address);
        const bool is_address = write.address == node::address(node::Control::kAddress);
        ASSERT_EQ(write.value, is_address ? node.number() : first.writes()[i].value);
      }
    });
  });
  EXPECT_GT(symmetric, 0u);
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> writes_without_words(const node::RegisterImage& image) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> writes;
  for (const node::RegisterWrite& write : image.writes()) {
    if (node::block(write.address) != node::Block::kTable) writes.emplace_back(write.address, write.value);
  }
  return writes;
}

// Words that are loaded once are the words of every node. The images of the other nodes lack these
// words and nothing else.
TEST(Loader, WordsThatAreLoadedOnceAreThoseOfEveryNode) {
  unsigned same = 0;
  for_every_operation(5, [&](const Operation& operation) {
    if (operation.row->programs != collectives::Programs::kSameWords) return;
    ++same;
    ASSERT_TRUE(have_same_words(operation));
    const node::RegisterImage first = register_image(operation, Address(0));
    for_each_image(operation, [&](Address node, const node::RegisterImage& told) {
      const node::RegisterImage alone = register_image(operation, node);
      ASSERT_EQ(alone.words(), first.words());
      ASSERT_EQ(alone.combining_words(), first.combining_words());
      ASSERT_EQ(writes_without_words(told), writes_without_words(alone));
      ASSERT_EQ(told.writes().size() == alone.writes().size(), node == Address(0));
    });
  });
  EXPECT_GT(same, 0u);
}

// The firmware expects as many packets of a collective as the judge.
TEST(Loader, NodesExpectWhatTheCollectiveOwesThem) {
  for_every_operation(6, [](const Operation& operation) {
    const Task task = task_of(operation);
    std::uint64_t all = 0;
    for_every_node(operation, [&](Address node, const node::RegisterImage& image) {
      const std::uint32_t expected = image.held(node::Control::kExpected);
      if (!is_receiver(task, node.number())) ASSERT_EQ(expected, 0u);
      all += expected;
    });
    ASSERT_EQ(all, expected_deliveries(task));
  });
}

using Sending = std::tuple<unsigned, bool, Address, std::uint32_t, std::uint32_t, std::uint64_t, std::uint32_t>;

std::vector<Sending> sendings_of(const node::RegisterImage& image, unsigned streams) {
  std::vector<Sending> found;
  for (unsigned stream = 0; stream < streams; ++stream) {
    const auto see = [&](bool is_second) {
      return [&found, stream, is_second](const node::Entry& entry, std::uint64_t packets) {
        found.emplace_back(stream, is_second, entry.relative_destination, entry.tree, entry.sequence, packets,
                           entry.combined.mask());
      };
    };
    image.program(stream).for_each_sending(see(false));
    image.program(stream).for_each_second_sending(see(true));
  }
  return found;
}

// Nodes that have run a collective of other packets are loaded by fewer writes, and hold what a whole load leaves.
TEST(Loader, AnotherLoadWritesWhatDiffers) {
  std::size_t written = 0;
  std::size_t all = 0;
  for_every_operation(3, [&](const Operation& operation) {
    for (const std::uint32_t more : {1u, 2u, 4u}) {
      Operation before = operation;
      before.packets += more;
      for_every_node(operation, [&](Address node, const node::RegisterImage& wanted) {
        node::RegisterImage held = register_image(before, node);
        const std::vector<node::RegisterWrite> writes = held.writes_to(wanted);
        written += writes.size();
        all += wanted.writes().size();
        const unsigned streams = 2 * operation.network.ports();
        // As the hardware does it: the rule, which comes first, silences the ejectors' programs.
        ASSERT_EQ(writes.front().address, node::address(node::Control::kRule));
        for (unsigned ejector = operation.network.ports(); ejector < streams; ++ejector) {
          held.write(node::address(node::Block::kPackets, ejector, 0), 0);
        }
        for (const node::RegisterWrite& write : writes) held.write(write.address, write.value);
        ASSERT_EQ(sendings_of(held, streams), sendings_of(wanted, streams));
        ASSERT_EQ(held.words(), wanted.words());
        ASSERT_EQ(held.combining_words(), wanted.combining_words());
        const std::uint32_t windows = wanted.held(node::Control::kWindowCount);
        ASSERT_EQ(held.held(node::Control::kWindowCount), windows);
        for (std::uint32_t i = 0; i < windows; ++i) {
          ASSERT_EQ(held.windows()[i].port, wanted.windows()[i].port);
          ASSERT_EQ(held.windows()[i].cycles, wanted.windows()[i].cycles);
        }
        for (const node::Control control :
             {node::Control::kAddress, node::Control::kRule, node::Control::kSequenceStep, node::Control::kPolicy,
              node::Control::kGate, node::Control::kExpected, node::Control::kOperation, node::Control::kSecondRule,
              node::Control::kResultsFirst}) {
          ASSERT_EQ(held.held(control), wanted.held(control));
        }
      });
    }
  });
  EXPECT_LT(2 * written, all);
}

}  // namespace
}  // namespace testbench::test
