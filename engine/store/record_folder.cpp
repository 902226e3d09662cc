// SPDX-License-Identifier: Apache-2.0
#include "engine/store/record_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/base/written_path.h"
#include "engine/record/packed_record.h"
#include "engine/store/staging_folder.h"

namespace throughline::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRecordEnding = ".tlrun.zst";
constexpr std::string_view kMarksEnding = ".json";
constexpr std::string_view kPartEnding = ".part";
constexpr const char* kCompleteName = "complete.txt";
constexpr const char* kCompleteText =
    "Each study of the library has its record here, except those whose record was dropped and the "
    "published ones. 'throughline-engine library rescue' makes a damaged library again from them; "
    "'zstdcat UUID.tlrun.zst' shows one.\n";

/// The error with what was to be done; its own words are about a file that nobody knows.
Error failure(const std::string& act, const Error& error) {
    return error.errno_value != 0 ? errno_error(act, error.errno_value)
                                  : Error{.code = error.code, .what = act + ": " + error.what};
}

/// As write_file_atomically(), but under a name that is always the same, since processes take
/// turns: looking for what others left would read the whole folder for each file.
Result<void> write_in_turn(const std::string& path, std::string_view text) {
    const std::string act = say("write '%1'", path);
    const std::string part = path + std::string(kPartEnding);
    const auto fd = open_file(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0600);
    if (!fd) {
        return failure(act, fd.error());
    }
    auto written = write_all(fd->get(), text);
    if (!written) {
        written = failure(act, written.error());
    } else if (::fsync(fd->get()) != 0 || std::rename(part.c_str(), path.c_str()) != 0) {
        written = errno_error(act, errno);
    }
    if (!written) {
        ::unlink(part.c_str());
    }
    return written;
}

Result<void> unlink_if_there(const std::string& path) {
    return ::unlink(path.c_str()) == 0 || errno == ENOENT
               ? Result<void>()
               : Result<void>(errno_error(say("remove '%1'", path), errno));
}

Result<void> make_folder(const std::string& path) {
    return ::mkdir(path.c_str(), S_IRWXU) == 0 || errno == EEXIST
               ? Result<void>()
               : Result<void>(errno_error(say("make the folder '%1'", path), errno));
}

/// FNV-1a, 64 bits, in hexadecimal digits.
std::string digest(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char byte : text) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
    std::string digits(16, '0');
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, hash >>= 4U) {
        *digit = "0123456789abcdef"[hash & 0xFU];
    }
    return digits;
}

}  // namespace

RecordFolder::RecordFolder(const std::string& library_path)
    : path_(written_path(library_path) + "-records") {}

bool RecordFolder::may_be_written() const {
    const std::string parent = fs::path(path_).parent_path().string();
    const bool there = ::access(path_.c_str(), F_OK) == 0;
    return ::access(there ? path_.c_str() : parent.empty() ? "." : parent.c_str(), W_OK) == 0;
}

std::string RecordFolder::file(const std::string& name, std::string_view ending) const {
    return path_ + "/" + name + std::string(ending);
}

std::string RecordFolder::name_of(const std::string& uuid) {
    constexpr std::size_t kNameMax = 100;
    std::string name = uuid.substr(0, kNameMax);
    std::replace_if(
        name.begin(),
        name.end(),
        [](char byte) {
            return (byte < '0' || byte > '9') && (byte < 'a' || byte > 'z') &&
                   (byte < 'A' || byte > 'Z') && byte != '-';
        },
        '_');
    // Records of others may hold anything as their uuid.
    return name == uuid ? name : name + "-" + digest(uuid);
}

Result<void> RecordFolder::put_record(const std::string& uuid, std::string_view packed) const {
    if (auto made = make_folder(path_); !made) {
        return made;
    }
    return write_in_turn(file(name_of(uuid), kRecordEnding), packed);
}

Result<void> RecordFolder::put_marks(std::span<const StudyMarks> studies) const {
    if (auto made = make_folder(path_); !made) {
        return made;
    }
    for (const StudyMarks& marks : studies) {
        auto written = write_in_turn(file(name_of(marks.uuid), kMarksEnding), marks_json(marks));
        if (!written) {
            return written;
        }
    }
    return sync_folder_of(file("", ""));
}

Result<void> RecordFolder::remove(const std::string& uuid) const {
    auto removed = unlink_if_there(file(name_of(uuid), kMarksEnding));
    return removed ? remove_record(uuid) : removed;
}

Result<void> RecordFolder::remove_record(const std::string& uuid) const {
    return unlink_if_there(file(name_of(uuid), kRecordEnding));
}

Result<void> RecordFolder::clear() const {
    if (auto unset = set_complete(false); !unset) {
        return unset;
    }
    for (const auto ending : {kMarksEnding, kRecordEnding}) {
        for (const Entry& entry : entries()) {
            if (auto removed = unlink_if_there(file(entry.name, ending)); !removed) {
                return removed;
            }
        }
    }
    return {};
}

std::vector<RecordFolder::Entry> RecordFolder::entries() const {
    std::map<std::string, Entry> found;
    std::error_code none;
    for (const auto& item : fs::directory_iterator(path_, none)) {
        const std::string whole = item.path().filename().string();
        for (const auto ending : {kMarksEnding, kRecordEnding}) {
            if (whole.size() > ending.size() && whole.ends_with(ending)) {
                Entry& entry = found[whole.substr(0, whole.size() - ending.size())];
                if (ending == kMarksEnding) {
                    entry.has_marks = true;
                    continue;
                }
                entry.has_record = true;
                const auto bytes = item.file_size(none);
                entry.record_bytes = none ? 0 : bytes;
            }
        }
    }
    std::vector<Entry> entries;
    entries.reserve(found.size());
    for (auto& [name, entry] : found) {
        entry.name = name;
        entries.push_back(std::move(entry));
    }
    return entries;
}

std::optional<StudyMarks> RecordFolder::marks(const std::string& name) const {
    const auto text = read_whole_file(file(name, kMarksEnding));
    return text ? marks_from_json(*text) : std::nullopt;
}

Result<void> RecordFolder::unpack(const std::string& name, const std::string& to) const {
    const std::string path = file(name, kRecordEnding);
    const auto packed = read_whole_file(path);
    if (!packed) {
        return packed.error();
    }
    const auto fd = open_file(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!fd) {
        return fd.error();
    }
    auto written = record::for_each_unpacked(
        *packed, [&](std::string_view piece) { return write_all(fd->get(), piece); });
    return written ? written : Result<void>(failure("unpack '" + path + "'", written.error()));
}

bool RecordFolder::is_complete() const {
    return ::access(file(kCompleteName, "").c_str(), F_OK) == 0;
}

Result<void> RecordFolder::set_complete(bool complete) const {
    const std::string path = file(kCompleteName, "");
    if (!complete) {
        return unlink_if_there(path);
    }
    if (auto made = make_folder(path_); !made) {
        return made;
    }
    auto written = write_in_turn(path, kCompleteText);
    return written ? sync_folder_of(path) : written;
}

}  // namespace throughline::store
