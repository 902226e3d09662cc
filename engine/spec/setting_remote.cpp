// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <span>
#include <utility>

#include "engine/base/far_path.h"
#include "engine/base/say.h"
#include "engine/spec/setting_parts.h"
#include "engine/spec/setting_use.h"

namespace throughline::spec {
namespace {

constexpr std::array<const char*, 3> kAddressings{"auto", "path", "host"};
constexpr std::array<const char*, 3> kAddressingTitles{
    to_say("as the store expects it"), to_say("in the path"), to_say("in the host's name")};
constexpr std::array<const char*, 2> kSignIns{"keys", "anonymous"};
constexpr std::array<const char*, 2> kSignInTitles{to_say("with keys"), to_say("anonymously")};
constexpr double kSecondsMax = 3600.0;
constexpr std::array<const char*, 14> kStoreSettings{"storage.endpoint",
                                                     "storage.region",
                                                     "storage.addressing",
                                                     "storage.sign_in",
                                                     "storage.profile",
                                                     "storage.ca_file",
                                                     "storage.data_nodes",
                                                     "storage.listing",
                                                     "storage.retry_attempts",
                                                     "storage.slow_down_seconds",
                                                     "storage.retry_seconds",
                                                     "storage.retry_most_seconds",
                                                     "storage.connect_seconds",
                                                     "storage.silence_seconds"};

std::vector<SettingInfo> place_settings() {
    return {
        text_setting("storage.endpoint",
                     "Endpoint of the store",
                     to_say("Where the store of an s3:// or gs:// data set answers: "
                            "http://127.0.0.1:9000. If empty, AWS_ENDPOINT_URL or the provider."),
                     to_say("Where the store answered.")),
        text_setting("storage.region",
                     "Region of the store",
                     to_say("Region that requests are signed for. If empty, AWS_REGION, else "
                            "us-east-1."),
                     to_say("Region that requests were signed for.")),
        with_titles(
            choice_setting("storage.addressing",
                           "Place of the bucket's name",
                           kAddressings,
                           to_say("Where requests name the bucket: in the host's name (AWS) or in "
                                  "the path (most others)."),
                           to_say("Where requests named the bucket.")),
            kAddressingTitles),
        with_titles(choice_setting(
                        "storage.sign_in",
                        "Sign in to the store",
                        kSignIns,
                        to_say("With the keys of the environment or of a profile, or not at all, "
                               "for public data. Keys are never recorded."),
                        to_say("Whether requests were signed.")),
                    kSignInTitles),
        text_setting("storage.profile",
                     "Profile of the keys",
                     to_say("Profile of ~/.aws/credentials and ~/.aws/config. If empty, the keys "
                            "of the environment, else AWS_PROFILE or “default”."),
                     to_say("Profile that the keys were of.")),
        text_setting("storage.ca_file",
                     "Certificates to trust",
                     to_say("File of certificates to trust instead of the system's, for a store "
                            "with its own."),
                     to_say("Certificates that were trusted.")),
        text_setting(
            "storage.data_nodes",
            "Ways to data nodes",
            to_say("How the data nodes of a webhdfs:// data set are reached, where the "
                   "name node calls them otherwise: dn1:9864=127.0.0.1:19864,dn2=10.0.0.2. "
                   "If empty, as it calls them."),
            to_say("How data nodes were reached.")),
        text_setting("storage.listing",
                     "Kept listing",
                     to_say("File that 'throughline-engine dataset list PATH -o FILE' wrote: its "
                            "objects are read without listing the store again. If empty, the store "
                            "is listed."),
                     to_say("File of the listing that was used instead of listing the store."))};
}

SettingInfo store_setting() {
    return with_zero(
        text_setting(
            "storage.store",
            "Emulated store",
            to_say("Answers the reads as an object store of the catalogue would, by its id: time "
                   "to the first byte, bytes per second, refusals beyond its requests per second. "
                   "Behind colons what is to be otherwise: aws-s3:requests=500:prefixes=4."),
            to_say("Object store that was emulated on a faster disk.")),
        to_say("none"));
}

std::vector<SettingInfo> retry_settings() {
    return {
        integer_setting("storage.retry_attempts",
                        "Attempts for a request",
                        "",
                        10,
                        1.0,
                        100.0,
                        to_say("How often a request to the store is sent at most before it counts "
                               "as failed.")),
        seconds_setting("storage.slow_down_seconds",
                        "Wait after a refusal",
                        1.0,
                        kSecondsMax,
                        to_say("Longest wait before the first retry of a request that the store "
                               "refused for its load (503, 429); it doubles with each retry, and a "
                               "random part of it is waited.")),
        seconds_setting("storage.retry_seconds",
                        "Wait after a fault",
                        0.025,
                        kSecondsMax,
                        to_say("Longest wait before the first retry of a request that failed for "
                               "another reason; it doubles likewise.")),
        seconds_setting("storage.retry_most_seconds",
                        "Longest wait for a retry",
                        60.0,
                        kSecondsMax,
                        to_say("No wait before a retry is longer than this.")),
        seconds_setting("storage.connect_seconds",
                        "Time limit to connect",
                        10.0,
                        kSecondsMax,
                        to_say("Time after which a connection to the store counts as failed.")),
        seconds_setting("storage.silence_seconds",
                        "Time limit without a byte",
                        20.0,
                        kSecondsMax,
                        to_say("Time without a byte of the answer after which a request counts as "
                               "failed."))};
}

}  // namespace

std::span<const char* const> store_settings() noexcept {
    return kStoreSettings;
}

std::vector<SettingInfo> remote_settings() {
    std::vector<SettingInfo> settings = place_settings();
    for (SettingInfo& setting : retry_settings()) {
        settings.push_back(std::move(setting));
    }
    settings.push_back(store_setting());
    return settings;
}

Result<void> check_remote_settings(const Settings& point) {
    const std::string& path = text_of(point, "dataset.path");
    if (auto open = check_no_secret(text_of(point, "storage.endpoint")); !open) {
        return open;
    }
    if (auto open = is_far(path) ? check_no_secret(path) : Result<void>(); !open) {
        return open;
    }
    if (is_far(path) && !text_of(point, "storage.volume").empty()) {
        return usage_error(
            say("storage.volume cannot be combined with a data set in a store: a "
                "block volume is emulated on a disk of this machine"));
    }
    if (text_of(point, "storage.store").empty()) {
        return {};
    }
    if (is_far(path)) {
        return usage_error(
            say("storage.store cannot be combined with a data set in a store: it is emulated over "
                "files of this machine"));
    }
    if (!text_of(point, "storage.volume").empty()) {
        return usage_error(
            say("storage.store cannot be combined with storage.volume: a read comes from the one "
                "or from the other"));
    }
    if (text_of(point, "storage.reader") == "mmap" || !boolean_of(point, "storage.direct")) {
        return usage_error(
            say("storage.store needs storage.direct=true, and storage.reader=io_uring or pread: a "
                "store has no page cache of this machine before it"));
    }
    return {};
}

}  // namespace throughline::spec
