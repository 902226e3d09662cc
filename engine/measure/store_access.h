// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "engine/base/result.h"
#include "engine/remote/access.h"
#include "engine/remote/remote_files.h"
#include "engine/remote/store_trial.h"
#include "engine/spec/settings.h"
#include "engine/storage/path_target.h"

namespace throughline::measure {

/// What spec::store_settings() say. `settings` are complete and checked.
remote::Access access_of(const spec::Settings& settings);

/// Hears how far a listing is, first with none and the store that will be asked: what it fails to
/// answer is counted there.
using ListProgress =
    std::function<void(std::uint64_t objects, const std::shared_ptr<const remote::Store>& store)>;

/// Lists the data set of dataset.path where that is far away, with the keys of this process's
/// environment, or takes the listing that storage.listing kept; null where it is a path of this
/// machine. `first_page`: as in remote::ListOptions; it is a look, tried as often and with such
/// limits as try_far() does.
/// Errors: those of remote::open_store() and remote::list_files().
Result<std::shared_ptr<const remote::RemoteFiles>> list_far(const spec::Settings& settings,
                                                            std::stop_token stop,
                                                            const ListProgress& on_progress,
                                                            bool first_page = false);

/// A look at the data set of dataset.path, which is far away (else Usage): tried twice with short
/// limits, so that an answer comes in seconds; with storage.listing the objects are those of
/// the kept listing, and only the byte is asked for. `store` is filled with how it was reached, as
/// soon as that is known. Errors: those of remote::open_store() and remote::try_store().
Result<remote::StoreTrial> try_far(const spec::Settings& settings,
                                   const std::stop_token& stop,
                                   std::shared_ptr<const remote::Store>& store);

/// What lies under such a data set, in the words of a path's.
storage::PathTarget far_target(const remote::RemoteFiles& files, const std::string& path);

}  // namespace throughline::measure
