#pragma once
// The report of a run, made by postproc/report.py in a process of its own.

#include <filesystem>
#include <string>

namespace talus::drivers {

// *Not collective.* Writes report.html into the output folder. Returns why there is none, or an empty text.
std::string make_report(const std::filesystem::path& folder);

}  // namespace talus::drivers
