// SPDX-License-Identifier: Apache-2.0
#include "engine/report/zip_archive.h"

#include <zip.h>

#include <algorithm>

#include "engine/base/say.h"
#include "engine/base/unique_handle.h"

namespace throughline::report {
namespace {

constexpr zip_int64_t kMembersMax = 10'000;

/// 1 January 1980, 12 o'clock, as MS-DOS writes it: what libzip makes of it is the same everywhere.
constexpr zip_uint16_t kDosDate = (1U << 5U) | 1U;
constexpr zip_uint16_t kDosTime = 12U << 11U;

/// -rw-r--r--
constexpr zip_uint32_t kFileMode = 0100644U << 16U;

struct ArchiveTraits {
    using Raw = zip_t*;
    static Raw null() { return nullptr; }
    static void release(Raw archive) { zip_discard(archive); }
};
using Archive = UniqueHandle<ArchiveTraits>;

struct SourceTraits {
    using Raw = zip_source_t*;
    static Raw null() { return nullptr; }
    static void release(Raw source) { zip_source_free(source); }
};
using ZipSource = UniqueHandle<SourceTraits>;

struct OpenFileTraits {
    using Raw = zip_file_t*;
    static Raw null() { return nullptr; }
    static void release(Raw file) { zip_fclose(file); }
};
using OpenFile = UniqueHandle<OpenFileTraits>;

Error unwritten(const std::string& what) {
    return {.code = ErrorCode::Limit, .what = say("pack the report: %1", what)};
}

/// The reason in libzip's words.
std::string reason_of(zip_error_t& error) {
    std::string text = zip_error_strerror(&error);
    zip_error_fini(&error);
    return text;
}

Result<void> add_member(zip_t* archive, const Member& member) {
    const auto failed = [&] { return unwritten(member.name + ": " + zip_strerror(archive)); };
    ZipSource source(zip_source_buffer(archive, member.bytes.data(), member.bytes.size(), 0));
    if (!source) {
        return failed();
    }
    const zip_int64_t at = zip_file_add(archive, member.name.c_str(), source.get(), 0);
    if (at < 0) {
        return failed();
    }
    source.release();  // the archive's now
    const auto index = static_cast<zip_uint64_t>(at);
    const bool set =
        zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) == 0 &&
        zip_file_set_dostime(archive, index, kDosTime, kDosDate, 0) == 0 &&
        zip_file_set_external_attributes(archive, index, 0, ZIP_OPSYS_UNIX, kFileMode) == 0;
    return set ? Result<void>() : failed();
}

Result<std::string> bytes_in(zip_source_t* source) {
    zip_stat_t about{};
    if (zip_source_open(source) != 0 || zip_source_stat(source, &about) != 0) {
        return unwritten(say("what was written cannot be read"));
    }
    std::string bytes(about.size, '\0');
    const zip_int64_t count = zip_source_read(source, bytes.data(), bytes.size());
    zip_source_close(source);
    return count == static_cast<zip_int64_t>(bytes.size())
               ? Result<std::string>(std::move(bytes))
               : unwritten(say("what was written cannot be read"));
}

Result<std::string> read_member(zip_t* archive, const zip_stat_t& about) {
    const std::string name(about.name);
    const auto damaged = [&](const std::string& why) {
        return format_error(say("the part %1 of the file is damaged: %2", name, why));
    };
    const OpenFile file(zip_fopen_index(archive, about.index, 0));
    if (!file) {
        return damaged(zip_strerror(archive));
    }
    std::string bytes(about.size, '\0');
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const zip_int64_t count =
            zip_fread(file.get(), bytes.data() + filled, bytes.size() - filled);
        if (count <= 0) {
            return damaged(count < 0 ? zip_file_strerror(file.get()) : say("it ends early"));
        }
        filled += static_cast<std::size_t>(count);
    }
    char beyond = 0;  // the checksum is looked at where the end is met
    const zip_int64_t more = zip_fread(file.get(), &beyond, 1);
    if (more != 0) {
        return damaged(more < 0 ? zip_file_strerror(file.get()) : say("it is longer than it says"));
    }
    return bytes;
}

}  // namespace

Result<std::string> zip_of(std::span<const Member> members) {
    zip_error_t error{};
    zip_error_init(&error);
    const ZipSource kept(zip_source_buffer_create(nullptr, 0, 0, &error));
    if (!kept) {
        return unwritten(reason_of(error));
    }
    zip_source_keep(kept.get());  // read after the archive is closed
    Archive archive(zip_open_from_source(kept.get(), ZIP_TRUNCATE, &error));
    if (!archive) {
        zip_source_free(kept.get());
        return unwritten(reason_of(error));
    }
    for (const Member& member : members) {
        if (auto added = add_member(archive.get(), member); !added) {
            return std::move(added).error();
        }
    }
    if (zip_close(archive.get()) != 0) {
        return unwritten(zip_strerror(archive.get()));
    }
    archive.release();  // zip_close() has freed it
    return bytes_in(kept.get());
}

Result<std::vector<Member>> unzipped(std::string_view bytes, std::uint64_t most_bytes) {
    zip_error_t error{};
    zip_error_init(&error);
    ZipSource source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error));
    if (!source) {
        return format_error(reason_of(error));
    }
    const Archive archive(zip_open_from_source(source.get(), ZIP_RDONLY, &error));
    if (!archive) {
        return format_error(say("it is no zip archive, or was cut off: %1", reason_of(error)));
    }
    source.release();  // the archive's now
    const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
    if (count < 0 || count > kMembersMax) {
        return format_error(say("there are more files in it than in any report"));
    }
    std::vector<Member> members;
    std::uint64_t left = most_bytes;
    for (zip_int64_t i = 0; i < count; ++i) {
        zip_stat_t about{};
        constexpr zip_uint64_t kNeeded = ZIP_STAT_NAME | ZIP_STAT_INDEX | ZIP_STAT_SIZE;
        if (zip_stat_index(archive.get(), static_cast<zip_uint64_t>(i), 0, &about) != 0 ||
            (about.valid & kNeeded) != kNeeded) {
            return format_error(say("its list of files is damaged"));
        }
        if (about.size > left) {
            return format_error(say("unpacked it would be far larger than a report"));
        }
        left -= about.size;
        auto content = read_member(archive.get(), about);
        if (!content) {
            return std::move(content).error();
        }
        members.push_back({about.name, *std::move(content)});
    }
    return members;
}

const Member* find_member(std::span<const Member> members, std::string_view name) noexcept {
    const auto found = std::ranges::find(members, name, &Member::name);
    return found == members.end() ? nullptr : &*found;
}

}  // namespace throughline::report
