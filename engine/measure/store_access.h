// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stop_token>

#include "engine/base/result.h"
#include "engine/remote/access.h"
#include "engine/remote/remote_files.h"
#include "engine/spec/settings.h"
#include "engine/storage/path_target.h"

namespace throughline::measure {

/// The settings that say how a store is reached.
std::span<const char* const> access_settings() noexcept;

/// What they say. `settings` are complete and checked.
remote::Access access_of(const spec::Settings& settings);

/// Lists the data set of dataset.path where that is far away, with the keys of this process's
/// environment; null where it is a path of this machine.
/// Errors: those of remote::open_store() and remote::list_files().
Result<std::shared_ptr<const remote::RemoteFiles>> list_far(
    const spec::Settings& settings,
    std::stop_token stop,
    const std::function<void(std::uint64_t objects)>& on_progress);

/// What lies under such a data set, in the words of a path's.
storage::PathTarget far_target(const remote::RemoteFiles& files, const std::string& path);

}  // namespace throughline::measure
