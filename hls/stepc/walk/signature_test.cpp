// How the parameters of C++ functions come to LLVM's (x86-64 System V).
#include "hls/stepc/walk/signature.hpp"

#include "hls/stepc/frontend/locations.hpp"
#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

class SignatureOf : public testing::Test {
 protected:
  // "name:passing:arguments" for each parameter of the part `tick(parameters)`, with * behind what is passed by
  // pointer.
  std::string of(const std::string& result, const std::string& parameters, const std::string& body = "return {};") {
    test::Compiled compiled(
        R"(struct Small { std::uint16_t a; std::uint32_t b; };
struct Words { std::uint64_t a; std::uint32_t b; };
struct Large { std::uint64_t a[3]; };
struct Empty {};
struct Part { int r; HLS_MODULE )" +
            result + " tick(" + parameters + ") {" + body +
            R"(} };
struct State { Part part; }; struct In { int v; }; struct Out { int x; };
Part* force; void use() { (void)&Part::tick; }
static auto keep = &Part::tick;
auto* kept = &keep;
void step(State&, const In&, Out&) {}
)",
        "frontend");
    Types types;
    Diagnostics diagnostics;
    TypeReader reader(types, diagnostics);
    for (const llvm::Function& function : *compiled.compilation().program.module) {
      if (readable_name(function) != "Part::tick") continue;
      const Signature signature = read_signature(function, reader);
      EXPECT_TRUE(signature.object);
      EXPECT_EQ(signature.object_type->name, "Part");
      return described(signature);
    }
    return "not found";
  }

 private:
  static std::string described(const Signature& signature) {
    std::string text = signature.result ? std::to_string(signature.result->width) : "void";
    if (signature.result_pointer) text += "*" + std::to_string(*signature.result_pointer);
    for (const PassedParameter& parameter : signature.parameters) {
      static const std::map<Parameter::Passing, const char*> kNames = {{Parameter::Passing::kValue, "value"},
                                                                       {Parameter::Passing::kConstReference, "const"},
                                                                       {Parameter::Passing::kReference, "reference"}};
      text += " " + parameter.name + ":" + kNames.at(parameter.passing) + (parameter.by_pointer ? "*" : "") + ":";
      for (const unsigned argument : parameter.arguments) text += std::to_string(argument);
    }
    return text;
  }
};

// Argument 0 is `this`.
TEST_F(SignatureOf, Scalars) {
  EXPECT_EQ(of("void", "int a, bool b_, hls::Bits<50> c", "r = a + b_ + c;"), "void a:value:1 b:value:2 c:value:3");
}

TEST_F(SignatureOf, SmallStructuresComeInOneOrTwoIntegers) {
  EXPECT_EQ(of("void", "Small a, Words b, int c", "r = a.a + b.b + c;"), "void a:value:1 b:value:23 c:value:4");
}

TEST_F(SignatureOf, LargeStructuresComeByPointer) {
  EXPECT_EQ(of("void", "Large a, int b", "r = a.a[1] + b;"), "void a:value*:1 b:value:2");
}

TEST_F(SignatureOf, References) {
  EXPECT_EQ(of("void", "const Small& a, Large& b, const int (&c)[3]", "r = a.a + c[1]; b.a[0] = r;"),
            "void a:const*:1 b:reference*:2 c:const*:3");
}

TEST_F(SignatureOf, Results) {
  EXPECT_EQ(of("Small", "int a", "r = a; return {1, 2};"), "48 a:value:1");
  EXPECT_EQ(of("Words", "int a", "r = a; return {1, 2};"), "96 a:value:1");
  EXPECT_EQ(of("Large", "int a", "r = a; return {};"), "192*0 a:value:2");  // behind the pointer to the result
}

TEST_F(SignatureOf, EmptyStructuresComeNotAtAll) {
  EXPECT_EQ(of("void", "Empty a, int b", "(void)a; r = b;"), "void a:value: b:value:1");
}

}  // namespace
}  // namespace stepc
