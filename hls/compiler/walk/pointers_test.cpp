// Pointers with variable indices: which elements they may point to, what is read and written through them.
#include "hls/compiler/walk/pointers.hpp"

#include "hls/compiler/test_support/evaluator.hpp"
#include "hls/compiler/walk/candidates.hpp"

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

  // An index of `bits` bits in 64, a symbol.
  Expr index(unsigned bits) { return build_.zero_extend(build_.symbol(tag_++, bits), 64); }
  // What is read where byte n holds n, for values of the symbols.
  std::uint64_t read(const Pointer& pointer, const std::vector<std::uint64_t>& values) {
    const Expr x = read_through(build_, pointer, 4, {"t.cpp", 1},
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
  unsigned tag_ = 0;
};

TEST_F(Pointers, ReachEveryElementOfTheirArrayAndNoOther) {
  const Pointer pointer = add_term(build_, pointer_to(region_, 4), index(8), 4);
  const IndexRange range = candidates(*pointer, 0, 4, {});
  EXPECT_EQ(range.first, 0);
  EXPECT_EQ(range.last, 4);
  for (std::uint64_t i = 0; i < 5; ++i) EXPECT_EQ(read(pointer, {i}), 4 + 4 * i);
}

TEST_F(Pointers, AreBoundByWhatIsKnownOfTheIndex) {
  const IndexRange range = candidates(*add_term(build_, pointer_to(region_, 4), index(2), 4), 0, 4, {});
  EXPECT_EQ(range.first, 0);
  EXPECT_EQ(range.last, 3);
}

// a[i - 1] and a[i + 1]: the pointer begins before or behind the first element.
TEST_F(Pointers, MayBeginBesideTheirArray) {
  const Pointer before = add_term(build_, pointer_to(region_, 0), index(8), 4);
  EXPECT_EQ(candidates(*before, 0, 4, {}).first, 1);
  EXPECT_EQ(candidates(*before, 0, 4, {}).last, 5);
  for (std::uint64_t i = 1; i < 6; ++i) EXPECT_EQ(read(before, {i}), 4 * i);
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
  const Pointer pointer = choose(condition, pointer_to(region_, 8), pointer_to(region_, 32));
  EXPECT_EQ(read(pointer, {1}), 8u);
  EXPECT_EQ(read(pointer, {0}), 32u);
  EXPECT_EQ(read(add_offset(pointer, 4), {0}), 36u);
  EXPECT_EQ(choose(condition, pointer_to(region_, 8), pointer_to(region_, 8))->condition, nullptr);
}

// An index that is a choice of constants (a one-hot grant, say) is a choice of pointers.
TEST_F(Pointers, TurnChoicesOfConstantsIntoChoicesOfPointers) {
  const Expr condition = build_.symbol(tag_++, 1);
  const Expr number = build_.mux(condition, build_.constant(64, 3), build_.constant(64, 0));
  const Pointer pointer = add_term(build_, pointer_to(region_, 4), number, 4);
  EXPECT_EQ(read(pointer, {1}), 16u);
  EXPECT_EQ(read(pointer, {0}), 4u);
}

TEST_F(Pointers, VisitEveryTargetUnderItsCondition) {
  const Pointer pointer = add_term(build_, pointer_to(region_, 4), index(8), 4);
  for (std::uint64_t i = 0; i < 5; ++i) {
    std::uint64_t hit = 0;
    unsigned hits = 0;
    visit_targets(build_, pointer, 4, {}, [&](const Region&, std::uint64_t offset, Expr condition) {
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
  EXPECT_TRUE(is_failed(choose(build_.symbol(tag_++, 1), pointer_to(region_, 0), failed_pointer())));
  EXPECT_TRUE(is_failed(add_term(build_, pointer_to(region_, 4), build_.failed(64), 4)));
  EXPECT_FALSE(is_failed(pointer_to(region_, 0)));
  EXPECT_FALSE(is_failed(null_pointer()));
}

}  // namespace
}  // namespace stepc
