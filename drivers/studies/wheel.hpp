#pragma once
// The wheel that compares contact models (REG, figures 4 and 5).

#include <array>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "drivers/studies/wheel_motion.hpp"
#include "io/deck/deck.hpp"
#include "sim/progress.hpp"

namespace talus::drivers {

// A regularised contact whose threshold lies below the speed that the scheme leaves at a rolling contact sticks and
// slides in turn, or slides to and fro.
struct Chatter {
  int steps = 0;     // that changed the mode or turned the sliding round, as the step before did
  double speed = 0;  // largest at which one of them slid, m/s
};

struct WheelSample {
  double time = 0;  // s, at the end of the step
  WheelState state;
  double normal = 0;             // force, N
  Vec3 friction = Vec3::Zero();  // N
  Vec3 sliding = Vec3::Zero();   // new velocity of the contact point, across the normal, m/s
};

struct WheelRun {
  std::vector<WheelSample> samples;  // one per step
  Chatter chatter;
};

// *Not collective.* The normal force before the first step is the weight.
WheelRun simulate_wheel(WheelMotion& wheel, const WheelSpec& spec, const WheelModel& model, double step, double end);

// The keys that it uses of those for all scenarios.
inline constexpr std::array<std::string_view, 10> kKeysOfWheel{"scenario",
                                                               "time.step",
                                                               "time.end",
                                                               "gravity",
                                                               "output.folder",
                                                               "contact.mu",
                                                               "contact.bristle_stiffness",
                                                               "contact.sliding_threshold",
                                                               "bodies.radius",
                                                               "bodies.mass"};

struct WheelOptions {
  double axial_inertia = 0.6, transversal_inertia = 0.3;  // kg m^2
  double tilt = 0.3490658503988659;                       // rad
  double speed = 6, turning = -2;                         // m/s, rad/s
  double reference_step = 1e-4;                           // s
  int bound_iterations = 3;

  static void keys(Keys<WheelOptions>& key);
};

// The deck's wheel as a scenario, for estimates.
std::unique_ptr<scene::Scenario> make_wheel(const io::Deck& deck);

// *Collective*; the root works. Every model in all schemes into one table each, SCHEME-MODEL.csv in the deck's
// output.folder, with references, exact Coulomb at a shorter step, and summary.json next to them.
Exit run_wheel(const comm::Comm& comm, const io::Deck& deck, const sim::RunOptions& options);

}  // namespace talus::drivers
