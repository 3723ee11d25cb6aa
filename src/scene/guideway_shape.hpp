#pragma once
// The surfaces of a linear guideway and where its balls stand at the start, by a deck's keys `guideway`; about the
// carriage's centre.
//
// A rail runs along x; z is up, y across. The balls of a row touch rail and carriage along the contact direction
// d = (0, s cos a, u sin a), s, u = -1, 1: upper rows (u = 1) carry what presses the carriage down, lower ones what
// lifts it. A row is straight, its raceways so long that no ball leaves them; or, where balls recirculate, a loop in
// the plane of x and d:
//
//        .---------- return channel -----------.
//        |  end caps turn by 180 degrees, R    |        R = guideway.turn
//        '-- lead-in -- loaded -- lead-in -----'

#include <numbers>
#include <string>
#include <vector>

#include "base/keys_fwd.hpp"
#include "bodies/raceway.hpp"

namespace talus::scene {

struct GuidewayOptions {
  std::int64_t rails = 1, carriages = 1, balls = 9, loop_balls = 0;
  double rail_spacing = 0.2, carriage_spacing = 0.2;  // m
  double pitch = 0.0066, turn = 0.01, oversize = 0;   // m
  bool recirculating = false;
  double spacers = 0;  // N/m
  std::string raceway = "flat";
  double conformity = 0.52, arch = 0.35, angle = 0.25 * std::numbers::pi;      // -, rad
  double row_width = 0.035, row_height = 0.014;                                // m
  double mass = 1.5;                                                           // kg
  Vec3 size = Vec3(0.09, 0.07, 0.04);                                          // m
  double travel = 0, speed = 0;                                                // m, m/s
  Vec3 force = Vec3(0, 0, -490), point = Vec3::Zero(), moment = Vec3::Zero();  // N, m, N m
  double ramp = 0.02, push = 0, seals = 0;                                     // s, N, N
  double table = 0;                                                            // kg
  Vec3 table_size = Vec3(1, 1, 0.05);                                          // m
  double bolts = 1e8;                                                          // N/m

  static void keys(Keys<GuidewayOptions>& key);
};

class GuidewayShape {
 public:
  static constexpr int kRows = 4;

  GuidewayShape(const Values& deck, const GuidewayOptions& given,
                double radius);  // rejects keys by which balls do not fit

  bool is_flat() const { return given_.raceway == "flat"; }
  bool recirculates() const { return given_.recirculating; }
  double ball_radius() const { return ball_radius_; }
  GlobalId balls() const { return balls_; }  // of a row, all around its loop
  double length() const;                     // of a carriage, with its end caps, m
  double top() const;                        // of what its balls need, above a carriage's centre, m
  double loop() const { return 4 * half_straight() + 2 * std::numbers::pi * given_.turn; }  // of the balls' centres, m

  bodies::Raceway rail(double half_length) const;
  bodies::Raceway guards(double half_length) const;  // next to flat raceways: they keep balls from rolling sideways
  bodies::Raceway carriage() const;

  Vec3 contact_direction(int row) const;  // from rail to carriage through the balls of a row
  struct Place {
    Vec3 position, along;  // the way on around the loop; x where balls are loaded
  };
  Place ball(int row, GlobalId n) const;

 private:
  using Form = decltype(bodies::Raceway::Piece::form);
  // Ball centres in the middle of a raceway, where it leads, and from it out to the balls.
  struct Line {
    Vec3 centre, along, out;
  };
  void check(const Values& deck) const;
  void fill_loop(const Values& deck);
  double half_straight() const;
  double tube() const;  // radius of channels and end caps, m
  Vec3 row_place(int row) const;
  Place on_loop(int row, double way) const;
  double way_after(double way) const;
  static bodies::Raceway::Piece facing(const Line& line, double distance, Form form);
  void add_raceway(bodies::Raceway& to, const Line& line, double half_length) const;
  void add_loop(bodies::Raceway& to, int row) const;

  GuidewayOptions given_;
  double radius_, ball_radius_, ahead_, groove_radius_;
  GlobalId balls_;
  Array<double> ways_;  // of the balls of a loop, m
};

}  // namespace talus::scene
