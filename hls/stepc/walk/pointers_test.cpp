// SPDX-License-Identifier: Apache-2.0
// Tests pointers with variable indices: the elements that they may point to, and accesses through
// them.
#include "hls/stepc/walk/pointers.hpp"

#include "hls/stepc/test_support/evaluator.hpp"

namespace stepc {
namespace {

// struct { int before; int a[5]; int b[2][3]; }: 4 bytes each.
class Pointers : public testing::Test {
 protected:
  Pointers() {
    scalar_.bytes = 4;
    scalar_.width = 32;
    a_ = array(scalar_, 5);
    row_ = array(scalar_, 3);
    b_ = array(row_, 2);
    whole_.kind = Type::Kind::kStructure;
    whole_.bytes = 48;
    whole_.fields = {{"before", 0, &scalar_, {}}, {"a", 4, &a_, {}}, {"b", 24, &b_, {}}};
    region_.name = "the state";
    region_.bytes = whole_.bytes;
    region_.type = &whole_;
  }
  static Type array(const Type& element, std::uint64_t count) {
    Type type;
    type.kind = Type::Kind::kArray;
    type.element = &element;
    type.count = count;
    type.bytes = element.bytes * count;
    return type;
  }

  // Returns a symbol of `bits` bits as an index of 64 bits.
  Expr index(unsigned bits) { return build_.zero_extend(build_.symbol(tag_++, bits), 64); }
  Access access(Addresses addresses = Addresses::kAny) const { return {4, facts_, addresses, {"t.cpp", 1}}; }
  // Reads through the pointer for these values of the symbols; a read at offset n gives n.
  std::uint64_t read(const Pointer& pointer, const std::vector<std::uint64_t>& values) {
    const Expr x = read_through(build_, pointer, access(),
                                [&](const Region&, std::uint64_t offset) { return build_.constant(32, offset); });
    test::Evaluator evaluate([&](Expr symbol) { return llvm::APInt(64, values[symbol->tag]).trunc(symbol->width); });
    return evaluate(x).getZExtValue();
  }
  std::string error_of(const Pointer& pointer) {
    try {
      read(pointer, {0, 0, 0});
    } catch (const Untranslatable& error) {
      return error.what();
    }
    return "";
  }

  Type scalar_, a_, row_, b_, whole_;
  Region region_;
  Builder build_;
  Facts facts_;
  unsigned tag_ = 0;
};

TEST_F(Pointers, ReachEveryElementOfTheirArrayAndNoOther) {
  const Expr i = index(8);
  const Pointer pointer = add_term(build_, pointer_to(region_, 4), i, 4);
  facts_.add(build_.less(i, build_.constant(64, 5)), true);
  const auto range = candidates(*pointer, 0, access(Addresses::kCertain));
  ASSERT_TRUE(range);
  EXPECT_EQ(range->first, 0);
  EXPECT_EQ(range->last, 4);
  for (std::uint64_t n = 0; n < 5; ++n) EXPECT_EQ(read(pointer, {n}), 4 + 4 * n);
}

TEST_F(Pointers, AreBoundByWhatIsKnownOfTheIndex) {
  const auto range = candidates(*add_term(build_, pointer_to(region_, 4), index(2), 4), 0, access(Addresses::kCertain));
  ASSERT_TRUE(range);
  EXPECT_EQ(range->first, 0);
  EXPECT_EQ(range->last, 3);
}

// a[i - 1] begins before the first element, so it may reach every element of the object, even
// `before`.
TEST_F(Pointers, MayBeginBesideTheirArray) {
  const Expr i = index(8);
  const Pointer before = add_term(build_, pointer_to(region_, 0), i, 4);
  EXPECT_THROW(candidates(*before, 0, access(Addresses::kCertain)), AmbiguousAddress);
  EXPECT_EQ(candidates(*before, 0, access())->first, 0);
  EXPECT_EQ(candidates(*before, 0, access())->last, 11);
  for (std::uint64_t n = 0; n < 12; ++n) EXPECT_EQ(read(before, {n}), 4 * n);
  facts_.add(build_.less(build_.add(i, build_.constant(64, ~0ull)), build_.constant(64, 5)), true);
  EXPECT_EQ(candidates(*before, 0, access(Addresses::kCertain))->first, 1);
  EXPECT_EQ(candidates(*before, 0, access(Addresses::kCertain))->last, 5);
}

// p = &b[0][0]; p[2 * k]: an index of 64 bits may be negative.
TEST_F(Pointers, MayHaveANegativeIndex) {
  const Expr k = build_.symbol(tag_++, 64);
  const Pointer pointer = add_term(build_, pointer_to(region_, 24), build_.multiply(k, build_.constant(64, 2)), 4);
  for (const std::int64_t n : {-3, -1, 0, 2}) {
    EXPECT_EQ(read(pointer, {static_cast<std::uint64_t>(n)}), static_cast<std::uint64_t>(24 + 8 * n));
  }
}

// a[3 * x]: the product wraps, and 3 * x is 1 for x = 0xaaaaaaaaaaaaaaab.
TEST_F(Pointers, FollowAProductThatWraps) {
  const Expr i = build_.multiply(build_.symbol(tag_++, 64), build_.constant(64, 3));
  facts_.add(build_.less(i, build_.constant(64, 5)), true);
  const Pointer pointer = add_term(build_, pointer_to(region_, 4), i, 4);
  EXPECT_EQ(read(pointer, {0xaaaaaaaaaaaaaaab}), 8u);
  EXPECT_EQ(read(pointer, {1}), 16u);
}

// a[x + far]: the sum wraps, so it is small although x is not.
TEST_F(Pointers, FollowASumThatWraps) {
  for (const std::uint64_t far : {std::uint64_t{1} << 63, std::uint64_t{3} << 61}) {
    Facts facts;
    const Expr i = build_.add(build_.symbol(tag_++, 64), build_.constant(64, far));
    facts.add(build_.less(i, build_.constant(64, 5)), true);
    const Pointer pointer = add_term(build_, pointer_to(region_, 4), i, 4);
    const Access access{4, facts, Addresses::kCertain, {"t.cpp", 1}};
    const Expr x =
        read_through(build_, pointer, access, [&](const Region&, std::uint64_t at) { return build_.constant(32, at); });
    test::Evaluator evaluate([&](Expr) { return llvm::APInt(64, 3 - far); });
    EXPECT_EQ(evaluate(x).getZExtValue(), 16u);
  }
}

// if (c) ++p, many times.
TEST_F(Pointers, BecomeAnIndexWhereTheyMayPointToManyPlaces) {
  Pointer pointer = pointer_to(region_, 0);
  for (unsigned i = 0; i < 11; ++i) {
    pointer = choose(build_, build_.symbol(tag_++, 1), add_offset(pointer, 4), pointer);
  }
  EXPECT_LE(pointer->choices, 64u);
  EXPECT_EQ(read(pointer, {1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1}), 28u);
  EXPECT_EQ(read(pointer, std::vector<std::uint64_t>(11, 1)), 44u);
}

TEST_F(Pointers, HaveATermForEachDimension) {
  const Pointer row = add_term(build_, pointer_to(region_, 24), index(1), 12);
  const Pointer pointer = add_term(build_, row, index(2), 4);
  ASSERT_EQ(pointer->terms.size(), 2u);
  for (std::uint64_t i = 0; i < 2; ++i) {
    for (std::uint64_t j = 0; j < 3; ++j) EXPECT_EQ(read(pointer, {i, j}), 24 + 12 * i + 4 * j);
  }
}

TEST_F(Pointers, AddIndicesOfOneScale) {
  const Pointer once = add_term(build_, pointer_to(region_, 4), index(1), 4);
  const Pointer pointer = add_term(build_, once, index(1), 4);
  ASSERT_EQ(pointer->terms.size(), 1u);
  EXPECT_EQ(read(pointer, {1, 1}), 12u);
}

TEST_F(Pointers, FollowChoices) {
  const Expr condition = build_.symbol(tag_++, 1);
  const Pointer pointer = choose(build_, condition, pointer_to(region_, 8), pointer_to(region_, 32));
  EXPECT_EQ(read(pointer, {1}), 8u);
  EXPECT_EQ(read(pointer, {0}), 32u);
  EXPECT_EQ(read(add_offset(pointer, 4), {0}), 36u);
  EXPECT_EQ(choose(build_, condition, pointer_to(region_, 8), pointer_to(region_, 8))->condition, nullptr);
}

// An index that is a choice of constants (for example of a one-hot grant) becomes a choice of
// pointers.
TEST_F(Pointers, TurnChoicesOfConstantsIntoChoicesOfPointers) {
  const Expr condition = build_.symbol(tag_++, 1);
  const Expr number = build_.mux(condition, build_.constant(64, 3), build_.constant(64, 0));
  const Pointer pointer = add_term(build_, pointer_to(region_, 4), number, 4);
  EXPECT_EQ(read(pointer, {1}), 16u);
  EXPECT_EQ(read(pointer, {0}), 4u);
}

TEST_F(Pointers, VisitEveryTargetUnderItsCondition) {
  const Pointer pointer = add_term(build_, pointer_to(region_, 4), index(8), 4);
  for (std::uint64_t i = 0; i < 11; ++i) {
    std::uint64_t hit = 0;
    unsigned hits = 0;
    visit_targets(build_, pointer, access(), [&](const Region&, std::uint64_t offset, Expr condition) {
      test::Evaluator evaluate([&](Expr symbol) { return llvm::APInt(symbol->width, i); });
      if (evaluate(condition).isZero()) return;
      hit = offset;
      ++hits;
    });
    EXPECT_EQ(hits, 1u);
    EXPECT_EQ(hit, 4 + 4 * i);
  }
}

TEST_F(Pointers, AreRefusedWhereTheyLeaveTheirObject) {
  EXPECT_EQ(error_of(pointer_to(region_, 46)), "t.cpp:1: error: access outside 'the state'");
  EXPECT_EQ(error_of(pointer_to(region_, -4)), "t.cpp:1: error: access outside 'the state'");
  EXPECT_EQ(error_of(null_pointer()), "t.cpp:1: error: access through a null pointer");
  const Expr far = build_.add(index(2), build_.constant(64, 100));
  EXPECT_EQ(error_of(add_term(build_, pointer_to(region_, 4),
                              build_.concat({build_.truncate(far, 7), build_.constant(57, 0)}), 4)),
            "t.cpp:1: error: an index that is always outside its array");
}

TEST_F(Pointers, AreRefusedWhereTooManyElementsCouldBeMeant) {
  scalar_.bytes = 1;
  const Type large = array(scalar_, 5000);
  region_.type = &large;
  region_.bytes = 5000;
  EXPECT_EQ(error_of(add_term(build_, pointer_to(region_, 0), index(13), 1)),
            "t.cpp:1: error: a dynamic index that may select more than 4096 elements; use hls::Ram for large storage");
}

TEST_F(Pointers, RememberWhatCouldNotBeTranslated) {
  EXPECT_TRUE(is_failed(failed_pointer()));
  EXPECT_TRUE(is_failed(add_offset(failed_pointer(), 8)));
  EXPECT_TRUE(is_failed(choose(build_, build_.symbol(tag_++, 1), pointer_to(region_, 0), failed_pointer())));
  EXPECT_TRUE(is_failed(add_term(build_, pointer_to(region_, 4), build_.failed(64), 4)));
  EXPECT_FALSE(is_failed(pointer_to(region_, 0)));
  EXPECT_FALSE(is_failed(null_pointer()));
}

}  // namespace
}  // namespace stepc
