#pragma once
// The ghosts of one distribution: whose bodies are copied here, and which bodies are copied elsewhere. It lives from
// one distribution to the next.
//
// Invariant: a rank's list of its bodies with ghosts on another rank, and that rank's list of those ghosts, name the
// same bodies in the same order (cube key, id), so that records travel without names.

#include <compare>
#include <span>
#include <utility>
#include <vector>

#include "bodies/bodies.hpp"
#include "comm/comm.hpp"

namespace talus::partition {

class GhostLayer {
 public:
  // A body here and the other rank that has a ghost of it, or owns it.
  struct Link {
    Rank rank;
    LocalIndex body;
    auto operator<=>(const Link&) const = default;
  };

  // *Not collective.* Without ghosts.
  explicit GhostLayer(const comm::Comm& comm) : comm_(comm) {}
  // *Not collective*, but all ranks make theirs from one distribution, in any order of links.
  GhostLayer(const comm::Comm& comm, std::vector<Link> owned, std::vector<Link> ghosts);

  const comm::Comm& comm() const { return comm_; }
  std::span<const Rank> neighbours() const { return neighbours_; }  // ascending
  std::span<const Link> owned() const { return owned_; }            // owned bodies, by rank and body
  std::span<const Link> ghosts() const { return ghosts_; }          // by rank and body

  // *Collective among neighbours.* From each owned body to its ghosts: write(bytes, body, rank), then read(reader,
  // ghost, rank of its owner) of the same records. One message per neighbour.
  void copy_to_ghosts(auto&& write, auto&& read) const { exchange(owned_, ghosts_, write, read); }
  // *Collective among neighbours.* From each ghost to its owner: write(bytes, ghost, rank), then read(reader, body,
  // rank of the ghost), by rank and body. One message per neighbour.
  void send_to_owners(auto&& write, auto&& read) const { exchange(ghosts_, owned_, write, read); }

 private:
  void exchange(std::span<const Link> from, std::span<const Link> to, auto&& write, auto&& read) const {
    std::vector<comm::Bytes> out(neighbours_.size());
    auto link = from.begin();
    for (std::size_t k = 0; k < out.size(); ++k) {
      for (; link != from.end() && link->rank == neighbours_[k]; ++link) write(out[k], link->body, link->rank);
    }
    const auto arrived = comm::neighbour_exchange(comm_, neighbours_, out);
    link = to.begin();
    for (std::size_t k = 0; k < arrived.size(); ++k) {
      comm::Reader in(arrived[k]);
      for (; link != to.end() && link->rank == neighbours_[k]; ++link) read(in, link->body, link->rank);
    }
  }

  comm::Comm comm_;
  std::vector<Link> owned_, ghosts_;
  std::vector<Rank> neighbours_;
};

// *Collective among neighbours.* Ghosts take the poses that their owners give them now.
void copy_poses_to_ghosts(const GhostLayer& ghosts, bodies::Bodies& bodies);

// *Collective among neighbours.* Ghosts take what a step has changed: poses, velocities and remembered impulses.
void renew_ghosts(const GhostLayer& ghosts, bodies::Bodies& bodies);

// *Collective among neighbours.* Each owned body remembers the impulses that any rank passes for it: those of ghosts
// are sent to their owners. Afterwards they are in order of partner and feature for each body.
void remember(const GhostLayer& ghosts, bodies::Bodies& bodies,
              std::vector<std::pair<LocalIndex, bodies::RememberedImpulse>> impulses);

}  // namespace talus::partition
