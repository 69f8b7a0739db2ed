#include "testbench/networks/product_of.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "firmware/networks/product.hpp"
#include "testbench/networks/network_error.hpp"
#include "testbench/networks/parameters.hpp"
#include "testbench/networks/product_path.hpp"
#include "testbench/networks/spec.hpp"

namespace testbench {
namespace {

// Of the product of all factors but the last, and the last.
class NamedProduct : public network::Product<Network, Network> {
 public:
  NamedProduct(const Network& first, const Network& last, std::vector<Network> factors)
      : Product(first, last), factors_(std::move(factors)) {}

  const std::vector<Network>& factors() const { return factors_; }
  std::string name(Address node) const { return first().name(in_first(node)) + "*" + second().name(in_second(node)); }
  template <class Visit>
  void hamiltonian_path(Visit visit) const {
    for (const Address node : path_of_product(first(), second())) visit(node);
  }

 private:
  std::vector<Network> factors_;
};

}  // namespace

std::optional<Network> product_of(std::string_view factors) {
  const std::vector<std::string_view> specs = split(factors, '*');
  for (const std::string_view spec : specs) {
    if (!spec.starts_with("product:")) continue;
    throw NetworkError(fmt::format("product:{}: must not have a product in it; write all factors in one", factors));
  }
  if (specs.size() < 2) return std::nullopt;
  Network product = network_of(std::string(specs[0]));
  std::vector<Network> dimensions{product};
  for (std::size_t i = 1; i < specs.size(); ++i) {
    const Network factor = network_of(std::string(specs[i]));
    if (std::uint64_t{product.nodes()} * factor.nodes() > network::kMaxNodes) return std::nullopt;
    if (product.ports() + factor.ports() > network::kMaxPorts) return std::nullopt;
    dimensions.push_back(factor);
    product = Network(NamedProduct(product, factor, dimensions));
  }
  return product;
}

}  // namespace testbench
