// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/dataset/far_files.h"
#include "engine/remote/store.h"

namespace throughline::remote {

/// The objects below a location, listed: what a data set's scan looks through, and what says to a
/// reader which object is which file. Thread: any.
class RemoteFiles : public dataset::FarFiles {
public:
    /// What stands before the path of a file to make its key.
    virtual const std::string& key_prefix() const noexcept = 0;
    /// How many objects could not be listed as files; left_out() names the first 100.
    virtual std::uint64_t left_out_total() const noexcept = 0;
    /// There are more objects: only the first page was asked for.
    virtual bool has_more() const noexcept = 0;
    virtual const std::shared_ptr<Store>& store() const noexcept = 0;
};

struct ListOptions {
    std::stop_token stop{};
    /// From the calling thread, after each page: the objects so far. May be empty.
    std::function<void(std::uint64_t objects)> on_progress{};
    /// A file of keep_listing() that is taken at its word instead of asking the store; "": none.
    std::string kept{};
    /// Only the first page that has files, of up to a thousand, among the first sixteen: to see
    /// what is there.
    bool first_page = false;
};

/// Lists a location: all objects below "prefix/", or the one object of that name. As in folders,
/// names that begin with '.' are left out; so are keys that are no paths, which are counted.
/// Blocks:  as the store answers, page by page.
/// Errors:  those of refusal_error(), with what to do; NotFound for nothing there; Format for a
///          listing that lies or repeats itself; Limit above 2^32 - 1 objects; Stopped; those of
///          read_listing().
Result<std::shared_ptr<const RemoteFiles>> list_files(const std::shared_ptr<Store>& store,
                                                      const ListOptions& options);

/// Keeps what was listed in a file, for ListOptions::kept. Errors: those of write_listing().
Result<void> keep_listing(const RemoteFiles& files, const std::string& path);

}  // namespace throughline::remote
