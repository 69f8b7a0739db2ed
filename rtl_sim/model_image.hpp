// SPDX-License-Identifier: Apache-2.0
// The complete contents of a Verilator model as bytes: registers, memories, inputs, and the logic
// between them. It uses --savable, with memory in place of a file.
//
//     const ModelImage image(model);
//     image.restore(other);  // same class and context; other then equals the model
#pragma once

#include <verilated_save.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rtl_sim {

class ModelImage {
 public:
  template <class Model>
  explicit ModelImage(Model& model) {
    Writer writer(bytes_);
    writer << model;
    writer.flush();
  }

  template <class Model>
  void restore(Model& model) const {
    Reader reader(bytes_);
    reader >> model;
  }

 private:
  class Writer final : public VerilatedSerialize {
   public:
    explicit Writer(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}
    void flush() override {
      bytes_.insert(bytes_.end(), m_bufp, m_cp);
      m_cp = m_bufp;
    }

   private:
    std::vector<std::uint8_t>& bytes_;
  };

  class Reader final : public VerilatedDeserialize {
   public:
    explicit Reader(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {
      m_cp = m_endp = m_bufp;
      fill();
    }

   private:
    // The unread bytes move to the front, and the next ones follow them.
    void fill() override {
      m_endp = std::copy(m_cp, m_endp, m_bufp);
      m_cp = m_bufp;
      const std::size_t room = static_cast<std::size_t>(m_bufp + bufferSize() - m_endp);
      const std::size_t count = std::min(room, bytes_.size() - taken_);
      m_endp = std::copy_n(bytes_.data() + taken_, count, m_endp);
      taken_ += count;
      if (count == room) return;
      // There are no more bytes: a full buffer does not ask again.
      std::fill(m_endp, m_bufp + bufferSize(), std::uint8_t{0});
      m_endp = m_bufp + bufferSize();
    }

    const std::vector<std::uint8_t>& bytes_;
    std::size_t taken_ = 0;
  };

  std::vector<std::uint8_t> bytes_;
};

}  // namespace rtl_sim
