#pragma once
// CSV files that a run adds rows to, each with its step first. A run that goes on after a kill keeps the whole rows up
// to the step it starts from, so that none is there twice.

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace talus::io {

// The bytes of the file's start that hold its header and such rows; 0 without them. Calls take(line) for each; the
// first that it refuses ends them. IoError if the header is another.
std::uintmax_t kept_rows(
    const std::filesystem::path& file, const std::string& header, std::int64_t last_step,
    const std::function<bool(const std::string&)>& take = [](const std::string&) { return true; });

// To add rows behind those; a new file at step 0 or where none is left.
std::ofstream open_rows(const std::filesystem::path& file, const std::string& header, std::int64_t last_step);

}  // namespace talus::io
