// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/remote/store.h"
#include "engine/remote/store_xml.h"

namespace throughline::remote {

struct HdfsFound {
    bool single = false;    ///< the place itself is a file
    bool has_more = false;  ///< `take` had enough before all was listed
};

/// Lists the files below the location of a store in HDFS, folder by folder, several at once:
/// LISTSTATUS_BATCH, or LISTSTATUS where the name node does not know it. Folders whose names begin
/// with '.' are passed over, as those files are. `take` is called with each answer's files, from
/// this thread, and says whether that is enough. `pages_max`: answers that are asked for at most,
/// one at a time; 0: all.
/// Blocks:  as the name node answers.
/// Errors:  those of refusal_error(), with what to do; Format for answers that are none or go
///          round; of `take`; Stopped.
Result<HdfsFound> list_hdfs(const std::shared_ptr<Store>& store,
                            const std::stop_token& stop,
                            std::size_t pages_max,
                            const std::function<Result<bool>(ListingPage)>& take);

}  // namespace throughline::remote
