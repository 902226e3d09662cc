// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/store_access.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "engine/base/far_path.h"
#include "engine/base/say.h"
#include "engine/remote/environment.h"
#include "engine/spec/choices.h"

namespace throughline::measure {
remote::Access access_of(const spec::Settings& settings) {
    return {.endpoint = spec::text_of(settings, "storage.endpoint"),
            .region = spec::text_of(settings, "storage.region"),
            .profile = spec::text_of(settings, "storage.profile"),
            .ca_file = spec::text_of(settings, "storage.ca_file"),
            .addressing = spec::choice_of<remote::Addressing>(settings, "storage.addressing"),
            .data_nodes = spec::text_of(settings, "storage.data_nodes"),
            .anonymous = spec::text_of(settings, "storage.sign_in") == "anonymous",
            .connect_timeout_s = spec::real_of(settings, "storage.connect_seconds"),
            .stall_timeout_s = spec::real_of(settings, "storage.silence_seconds"),
            .retry = {.attempts_max = spec::count_of(settings, "storage.retry_attempts"),
                      .slow_down_base_s = spec::real_of(settings, "storage.slow_down_seconds"),
                      .try_again_base_s = spec::real_of(settings, "storage.retry_seconds"),
                      .wait_max_s = spec::real_of(settings, "storage.retry_most_seconds")}};
}

/// Of a look at a place, which somebody waits for: what fails twice is said.
static remote::Access access_of_look(const spec::Settings& settings) {
    constexpr std::uint32_t kAttempts = 2;
    constexpr double kLimit_s = 5.0;
    remote::Access access = access_of(settings);
    access.connect_timeout_s = std::min(access.connect_timeout_s, kLimit_s);
    access.stall_timeout_s = std::min(access.stall_timeout_s, kLimit_s);
    access.retry.attempts_max = std::min(access.retry.attempts_max, kAttempts);
    access.retry.wait_max_s = std::min(access.retry.wait_max_s, kLimit_s);
    return access;
}

Result<std::shared_ptr<const remote::RemoteFiles>> list_far(const spec::Settings& settings,
                                                            std::stop_token stop,
                                                            const ListProgress& on_progress,
                                                            bool first_page) {
    const std::string& path = spec::text_of(settings, "dataset.path");
    if (!is_far(path)) {
        return std::shared_ptr<const remote::RemoteFiles>();
    }
    auto store = remote::open_store(path,
                                    first_page ? access_of_look(settings) : access_of(settings),
                                    remote::process_environment());
    if (!store) {
        return std::move(store).error();
    }
    const auto tell = [&](std::uint64_t objects) {
        if (on_progress) {
            on_progress(objects, *store);
        }
    };
    tell(0);
    return remote::list_files(*store,
                              {.stop = std::move(stop),
                               .on_progress = tell,
                               .kept = spec::text_of(settings, "storage.listing"),
                               .first_page = first_page});
}

Result<remote::StoreTrial> try_far(const spec::Settings& settings,
                                   const std::stop_token& stop,
                                   std::shared_ptr<const remote::Store>& store) {
    auto opened = remote::open_store(spec::text_of(settings, "dataset.path"),
                                     access_of_look(settings),
                                     remote::process_environment());
    if (!opened) {
        return std::move(opened).error();
    }
    store = *opened;
    return remote::try_store(*opened, spec::text_of(settings, "storage.listing"), stop);
}

storage::PathTarget far_target(const remote::RemoteFiles& files, const std::string& path) {
    storage::PathTarget target;
    target.path = path;
    target.file_system = far_scheme(path);
    target.source = files.store()->target.origin;
    target.no_device_reason = say_english("the data come from a store over the network");
    target.uncounted_reason = say_english(
        "what comes from a store over the network passes no file system and no page cache");
    return target;
}

}  // namespace throughline::measure
