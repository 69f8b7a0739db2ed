// SPDX-License-Identifier: Apache-2.0
// Tests the leaves and objects of a type that is put together by hand.
#include "hls/stepc/design/type.hpp"

#include <gtest/gtest.h>

namespace stepc {
namespace {

// struct Pair { Bits<3> a_; Bits<9> b; };  struct Whole { bool flag; Pair pairs_[2]; struct { bool
// inner; }; };
class TypeOf : public testing::Test {
 protected:
  TypeOf() {
    bit_.bytes = bit_.width = 1;
    three_.bytes = 1;
    three_.width = 3;
    nine_.bytes = 2;
    nine_.width = 9;
    pair_ = structure("Pair", 4, {{"a_", 0, &three_, {"t.cpp", 2}}, {"b", 2, &nine_, {"t.cpp", 3}}});
    pairs_.kind = Type::Kind::kArray;
    pairs_.element = &pair_;
    pairs_.count = 2;
    pairs_.bytes = 8;
    pairs_.width = 24;
    anonymous_ = structure("", 1, {{"inner", 0, &bit_, {}}});
    whole_ = structure("Whole", 11, {{"flag", 0, &bit_, {}}, {"pairs_", 2, &pairs_, {}}, {"", 10, &anonymous_, {}}});
  }

  static Type structure(const std::string& name, std::uint64_t bytes, std::vector<Field> fields) {
    Type type;
    type.kind = Type::Kind::kStructure;
    type.name = name;
    type.bytes = bytes;
    for (const Field& field : fields) type.width += field.type->width;
    type.fields = std::move(fields);
    return type;
  }

  Type bit_, three_, nine_, pair_, pairs_, anonymous_, whole_;
};

TEST_F(TypeOf, LeavesAreScalarsInTheOrderOfTheirDeclaration) {
  std::string text;
  for (const Leaf& leaf : leaves_of(whole_)) {
    text += leaf.path + " " + leaf.name + " " + std::to_string(leaf.offset) + " " + std::to_string(leaf.width()) + "\n";
  }
  EXPECT_EQ(text,
            R"(flag flag 0 1
pairs_[0].a_ pairs_0_a 2 3
pairs_[0].b pairs_0_b 4 9
pairs_[1].a_ pairs_1_a 6 3
pairs_[1].b pairs_1_b 8 9
inner inner 10 1
)");
  EXPECT_EQ(leaves_of(whole_)[2].location.text(), "t.cpp:3");
}

TEST_F(TypeOf, OneScalarIsALeafItself) {
  const std::vector<Leaf> leaves = leaves_of(three_, {"here.cpp", 4});
  ASSERT_EQ(leaves.size(), 1u);
  EXPECT_EQ(leaves[0].path, "");
  EXPECT_EQ(leaves[0].location.text(), "here.cpp:4");
}

TEST_F(TypeOf, ObjectsAreFoundByOffsetAndType) {
  EXPECT_EQ(object_at(whole_, 6, pair_).path, "pairs_[1]");
  EXPECT_EQ(object_at(whole_, 6, pair_).name, "pairs_1");
  EXPECT_EQ(object_at(whole_, 2, pairs_).path, "pairs_");
  EXPECT_EQ(object_at(whole_, 0, whole_).path, "");
  EXPECT_EQ(object_at(whole_, 10, anonymous_).path, "");
}

// A part that is the base of a member is found as the member.
TEST_F(TypeOf, ObjectsThatAreBasesAreTheMembersThatTheyAreBasesOf) {
  const Type base = structure("Base", 4, {{"a_", 0, &three_, {}}, {"b", 2, &nine_, {}}});
  EXPECT_EQ(object_at(whole_, 6, base).path, "pairs_[1]");
}

TEST_F(TypeOf, DataGoesDown) {
  pair_.is_data = true;
  std::string data;
  for (const Leaf& leaf : leaves_of(whole_)) data += leaf.is_data ? '1' : '0';
  EXPECT_EQ(data, "011110");
}

TEST(HardwareName, HasNoUnderscoresAtItsEndsAndNoneTwice) {
  EXPECT_EQ(hardware_name("head_"), "head");
  EXPECT_EQ(hardware_name("_head__of"), "head_of");
  EXPECT_EQ(hardware_name("__"), "unnamed");
  EXPECT_EQ(hardware_name(""), "unnamed");
}

}  // namespace
}  // namespace stepc
