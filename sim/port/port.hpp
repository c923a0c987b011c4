#pragma once

#include <cstdint>

#include "sim/kernel/invariant.hpp"

namespace rainier {

enum class Answer : bool { busy, accepted };

/// A link between two components that pushes back. The sender offers; the receiver accepts, or says busy and
/// then owes exactly one ready(). A sender that was told busy keeps its item and offers nothing until then.
/// Both sides are bound once, at assembly, to member functions; a call costs one indirect call, no
/// allocation.
///
///     port.to<&Bus::accept>(bus);          // Answer accept(const T&)
///     port.from<&FrontEnd::resume>(front);  // void resume()
template <class T>
class Port {
 public:
  template <auto Accept, class Receiver>
  void to(Receiver& receiver) {
    receiver_ = &receiver;
    accept_ = [](void* it, const T& item) { return (static_cast<Receiver*>(it)->*Accept)(item); };
  }
  template <auto Resume, class Sender>
  void from(Sender& sender) {
    sender_ = &sender;
    resume_ = [](void* it) { (static_cast<Sender*>(it)->*Resume)(); };
  }

  // The sender's side.
  Answer offer(const T& item) {
    invariant(accept_ != nullptr, "a port is not bound to a receiver");
    invariant(!owed_, "an item was offered to a port that had said busy");
    const Answer answer = accept_(receiver_, item);
    owed_ = answer == Answer::busy;
    return answer;
  }

  // The receiver's side.
  bool owes_ready() const { return owed_; }
  /// Pays the debt; the sender may offer again from inside this call, and be told busy again.
  void ready() {
    invariant(owed_, "a port became ready that had not said busy");
    invariant(resume_ != nullptr, "a port is not bound to a sender");
    owed_ = false;
    resume_(sender_);
  }

 private:
  void* receiver_ = nullptr;
  void* sender_ = nullptr;
  Answer (*accept_)(void*, const T&) = nullptr;
  void (*resume_)(void*) = nullptr;
  bool owed_ = false;
};

}  // namespace rainier
