// What the loader takes for granted of the firmware's register images, node by node and row by row of the catalog.
#include "testbench/run/loader.hpp"

#include <gtest/gtest.h>

#include <set>

#include "firmware/collectives/catalog.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;

// Calls visit(operation) for every row, d up to `largest` and M of 1, 2, d and 2d + 1.
template <class Visit>
void for_every_operation(unsigned largest, Visit visit) {
  for (const collectives::Offer& offer : collectives::kCatalog) {
    for (unsigned d = 1; d <= largest; ++d) {
      for (const std::uint32_t packets : std::set<std::uint32_t>{1, 2, d, 2 * d + 1}) {
        const Operation operation{offer.collective, offer.algorithm, offer.ports, d, packets, cube::mask(d) / 3};
        SCOPED_TRACE(testing::Message() << name_of(offer.collective) << ' ' << name_of(offer.algorithm) << " d " << d
                                        << " M " << packets);
        visit(operation);
      }
    }
  }
}

// The mesh has storage for longest_program entries: no node may write beyond.
TEST(Loader, NoNodeHasALongerProgramThanTheLongest) {
  for_every_operation(6, [](const Operation& operation) {
    const std::size_t longest = longest_program(operation);
    for (std::uint32_t node = 0; node < cube::nodes(operation.d); ++node) {
      for (const RegisterWrite& write : register_image(operation, node)) {
        if (node::block(write.address) == node::Block::kProgram) ASSERT_LT(node::index(write.address), longest);
        if (node::block(write.address) == node::Block::kLength) ASSERT_LE(write.value, longest);
      }
    }
  });
}

// Every register that an image names exists: ports below d, table below 2^d, windows below d, trees below d.
TEST(Loader, ImagesNameOnlyRegistersOfTheCube) {
  for_every_operation(6, [](const Operation& operation) {
    const unsigned d = operation.d;
    for (std::uint32_t node = 0; node < cube::nodes(d); ++node) {
      for (const RegisterWrite& write : register_image(operation, node)) {
        ASSERT_LT(node::port(write.address), d);
        switch (node::block(write.address)) {
          case node::Block::kTable:
            ASSERT_LT(node::index(write.address), cube::nodes(d));
            ASSERT_LT(write.value, cube::nodes(d));
            break;
          case node::Block::kWindow:
            ASSERT_LT(node::index(write.address), d);
            ASSERT_LT(write.value, d);
            break;
          case node::Block::kProgram:
            ASSERT_LT(write.value, cube::nodes(d));
            break;
          case node::Block::kControl:
            if (write.address == node::address(node::Control::kEntryTree)) ASSERT_LT(write.value, d);
            if (write.address == node::address(node::Control::kEntryCount)) ASSERT_GE(write.value, 1u);
            break;
          default:
            break;
        }
      }
    }
  });
}

// Images that are written to every node alike differ in nothing but the address.
TEST(Loader, IsotropicImagesDifferInTheAddressAlone) {
  unsigned alike = 0;
  for_every_operation(5, [&](const Operation& operation) {
    if (!collectives::is_isotropic(operation)) return;
    ++alike;
    const std::vector<RegisterWrite> first = register_image(operation, 0);
    for (std::uint32_t node = 1; node < cube::nodes(operation.d); ++node) {
      const std::vector<RegisterWrite> image = register_image(operation, node);
      ASSERT_EQ(image.size(), first.size());
      for (std::size_t i = 0; i < image.size(); ++i) {
        ASSERT_EQ(image[i].address, first[i].address);
        const bool is_address = image[i].address == node::address(node::Control::kAddress);
        ASSERT_EQ(image[i].value, is_address ? node : first[i].value);
      }
    }
  });
  EXPECT_GT(alike, 0u);
}

// What goes in must come out: packets sent by all nodes and their copies against packets expected by all nodes.
TEST(Loader, NodesExpectWhatTheCollectiveOwesThem) {
  for_every_operation(6, [](const Operation& operation) {
    using collectives::Collective;
    const std::uint32_t others = cube::mask(operation.d);
    for (std::uint32_t node = 0; node < cube::nodes(operation.d); ++node) {
      std::uint32_t expected = ~0u;
      for (const RegisterWrite& write : register_image(operation, node)) {
        if (write.address == node::address(node::Control::kExpected)) expected = write.value;
      }
      const bool is_root = node == operation.root;
      switch (operation.collective) {
        case Collective::kBroadcast:
        case Collective::kScatter:
          ASSERT_EQ(expected, is_root ? 0 : operation.packets);
          break;
        case Collective::kGather:
          ASSERT_EQ(expected, is_root ? operation.packets * others : 0);
          break;
        default:
          ASSERT_EQ(expected, operation.packets * others);
      }
    }
  });
}

}  // namespace
}  // namespace testbench::test
