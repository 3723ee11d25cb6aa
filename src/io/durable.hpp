#pragma once
// Files that are whole or not there: room is found before, content is on the disk before a name says so.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>

namespace talus::io {

// All *not collective*; all throw IoError.
// The file of this name, if there is one, is a regular file, perhaps behind links: a device or a pipe could be read
// without an end.
void require_regular(const std::filesystem::path& file);
// The file of this name, if there is one, may be replaced or written to: it is a regular file itself, no link and no
// device.
void require_no_link(const std::filesystem::path& file);
void sync_file(const std::filesystem::path& file);
// After the last words into `stream`: if one of them failed, throws with the system's reason.
void check_written(const std::ostream& stream, const std::filesystem::path& file);
// Can a file of this name be written? For names that are written to after long work.
void check_writable(const std::filesystem::path& file);
void write_text(const std::filesystem::path& file, const std::string& text);
// The file appears or is replaced when `write` is done; until then its name ends in `.unfinished`.
void write_whole(const std::filesystem::path& file, const std::function<void(std::ostream&)>& write);
// Gives a file that is in the way a name that is free, `file`.aside or `file`.aside.1, ...; returns it.
std::filesystem::path set_aside(const std::filesystem::path& file);
// Moves a file in place of another and makes the names durable.
void move_durably(const std::filesystem::path& from, const std::filesystem::path& to);
// Reserves room for `bytes` more behind the file's end (it is created if need be) and gives it free again: HDF5 comes
// out of a full disk, while it writes in parallel, by hanging.
void check_room(const std::filesystem::path& file, std::int64_t bytes);

}  // namespace talus::io
