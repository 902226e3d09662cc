// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "engine/base/say.h"
#include "engine/spec/setting_parts.h"

namespace throughline::spec {
namespace {

constexpr std::array<const char*, 3> kReaders{"io_uring", "pread", "mmap"};
constexpr std::array<const char*, 3> kReaderTitles{
    to_say("io_uring"), to_say("blocking reads (pread)"), to_say("memory map (mmap)")};
constexpr std::array<const char*, 4> kAdvices{"normal", "sequential", "random", "willneed"};
constexpr std::array<const char*, 4> kAdviceTitles{
    to_say("none"), to_say("sequential"), to_say("random"), to_say("needed at once")};

SettingInfo block_setting() {
    SettingInfo block = with_zero(
        integer_setting(
            "storage.block_bytes",
            "Block size",
            "bytes",
            0,
            0.0,
            64.0 * 1024 * 1024,
            to_say("Size of one read request; longer images are read in several, one after "
                   "another. 0 reads each image in one request."),
            to_say("Size of one read; 0 reads a whole file at once.")),
        "whole image");
    block.step = 4096;
    return block;
}

/// Below this the program's own memory would matter beside it.
constexpr std::int64_t kPageCacheMin = 32LL << 20;

SettingInfo page_cache_setting() {
    SettingInfo budget = with_zero(
        integer_setting(
            "storage.page_cache_bytes",
            "Page cache budget",
            "bytes",
            0,
            0.0,
            1024.0 * 1024 * 1024 * 1024 * 1024,
            to_say("Most that the page cache may hold of what a run reads, by a memory control "
                   "group of its own; it begins cold and fills from epoch to epoch. 0 sets no "
                   "limit, and a cold run then empties the cache between epochs."),
            to_say("Most that the page cache could hold of what the run read; 0 is no limit.")),
        "no limit");
    budget.step = 16LL << 20;
    return budget;
}

/// A budget limits what is read through the page cache.
Result<void> check_page_cache(const Settings& point) {
    const std::int64_t budget = integer_of(point, "storage.page_cache_bytes");
    if (budget == 0) {
        return {};
    }
    if (budget < kPageCacheMin) {
        return usage_error(say("storage.page_cache_bytes=%1: must be 0 or at least %2 (32 MiB)",
                               std::to_string(budget),
                               std::to_string(kPageCacheMin)));
    }
    if (boolean_of(point, "storage.direct") && text_of(point, "storage.reader") != "mmap") {
        return usage_error(
            say("storage.page_cache_bytes needs storage.direct=false: O_DIRECT reads past the page "
                "cache"));
    }
    return {};
}

SettingInfo volume_setting() {
    return with_zero(
        text_setting("storage.volume",
                     "Emulated volume",
                     to_say("Delays the reads so that the disk behaves as a block volume of the "
                            "catalogue, by its id, with size, IOPS and MiB/s where it is sold by "
                            "them: aws-gp2:100GiB, aws-gp3:500GiB:6000iops:250MiB/s."),
                     to_say("Block volume that was emulated on a faster disk.")),
        to_say("none"));
}

SettingInfo instance_setting() {
    return text_setting(
        "storage.volume_instance",
        "Volume's instance",
        to_say("Instance of the catalogue whose limits towards block storage hold for the "
               "emulated volume as well: p3.2xlarge."),
        to_say("Instance whose limits towards block storage held for the emulated "
               "volume."));
}

constexpr std::array<const char*, 2> kCreditWords{"full", "empty"};
constexpr std::array<const char*, 2> kCreditTitles{to_say("filled up"), to_say("used up")};

SettingInfo credits_setting() {
    SettingInfo credits = text_setting(
        "storage.volume_credits",
        "Volume's credits",
        to_say("Burst credits of the emulated volume when a run begins: full, empty, a share "
               "(25 %), or how many (27000; of volumes that count bytes 10 GiB)."),
        to_say("Burst credits of the emulated volume when the run began."));
    credits.default_value = std::string(kCreditWords.front());
    credits.choices = kCreditWords;
    return with_titles(std::move(credits), kCreditTitles);
}

}  // namespace

std::vector<SettingInfo> storage_settings() {
    return {
        with_titles(
            choice_setting(
                "storage.reader",
                "Reader",
                kReaders,
                to_say("How bytes are read: io_uring, blocking pread, or copied out of an mmap."),
                to_say("How bytes are read: io_uring or blocking pread.")),
            kReaderTitles),
        boolean_setting(
            "storage.direct",
            "O_DIRECT",
            true,
            to_say("Read with O_DIRECT, bypassing the page cache; not possible with mmap."),
            to_say("Whether reads bypass the page cache: 1 yes, 0 no.")),
        integer_setting("storage.queue_depth",
                        "Queue depth",
                        "",
                        32,
                        1.0,
                        4096.0,
                        to_say("Reads that io_uring keeps in flight, per reader thread."),
                        to_say("Reads kept in flight, per reader thread.")),
        block_setting(),
        integer_setting("storage.threads",
                        "Reader threads",
                        "",
                        1,
                        1.0,
                        256.0,
                        to_say("Reader threads."),
                        to_say("Number of reader threads.")),
        with_titles(
            choice_setting(
                "storage.fadvise",
                "Advice to the kernel",
                kAdvices,
                to_say(
                    "What the kernel is told about buffered reads (posix_fadvise, with mmap "
                    "madvise): sequential doubles its read-ahead and random switches it off, for "
                    "each file; willneed asks for the bytes of each read at once, just before."),
                to_say("What the kernel was told about buffered reads (posix_fadvise).")),
            kAdviceTitles),
        with_zero(
            integer_setting(
                "storage.read_ahead",
                "Reads in advance",
                "",
                0,
                0.0,
                4095.0,
                to_say("Buffered pread and mmap: number of upcoming reads to open and request in "
                       "advance (readahead)."),
                to_say("Buffered reads opened and requested in advance.")),
            "none"),
        boolean_setting(
            "storage.register_buffers",
            "Registered buffers",
            true,
            to_say("io_uring: pin the read buffers once for the run instead of at each read."),
            to_say("Read buffers were pinned once for the run (io_uring).")),
        page_cache_setting(),
        volume_setting(),
        credits_setting(),
        instance_setting(),
    };
}

Result<void> check_storage_settings(const Settings& point) {
    if (auto checked = check_page_cache(point); !checked) {
        return checked;
    }
    if (text_of(point, "storage.volume").empty()) {
        return {};
    }
    if (text_of(point, "storage.reader") == "mmap") {
        return usage_error(say(
            "storage.volume cannot be combined with storage.reader=mmap: a mapped file is read by "
            "page faults, which nothing can delay; use io_uring or pread"));
    }
    if (!boolean_of(point, "storage.direct")) {
        return usage_error(say(
            "storage.volume needs storage.direct=true: of buffered reads nobody knows which the "
            "page cache serves and which would reach the volume"));
    }
    return {};
}

}  // namespace throughline::spec
