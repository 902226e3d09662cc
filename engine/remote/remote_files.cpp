// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/remote_files.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "engine/base/format.h"
#include "engine/base/mutex.h"
#include "engine/base/say.h"
#include "engine/remote/client.h"
#include "engine/remote/hdfs_listing.h"
#include "engine/remote/kept_listing.h"
#include "engine/remote/store_xml.h"

namespace throughline::remote {
namespace {

constexpr std::size_t kObjectsMax = std::numeric_limits<std::uint32_t>::max();
// Of an endless listing's pages.
constexpr std::size_t kPagesMax = 10'000'000;
// One after another without an object: a store that passes over what was deleted sends some.
constexpr std::size_t kEmptyPagesMax = 1000;
constexpr std::size_t kLeftOutNamed = 100;
// Of a look at the first page that has files: more of them hold markers of folders only.
constexpr std::size_t kLookPagesMax = 16;

/// Clients for short questions, kept with their connections. Thread: any.
class Clients {
public:
    explicit Clients(std::shared_ptr<Store> store) : store_(std::move(store)) {}

    Result<std::unique_ptr<Client>> take() {
        {
            const MutexLock lock(mutex_);
            if (!idle_.empty()) {
                auto client = std::move(idle_.back());
                idle_.pop_back();
                return client;
            }
            ++made_;
        }
        return Client::make(store_, 1, made_);
    }
    void give_back(std::unique_ptr<Client> client) {
        const MutexLock lock(mutex_);
        idle_.push_back(std::move(client));
    }
    const std::shared_ptr<Store>& store() const noexcept { return store_; }

private:
    std::shared_ptr<Store> store_;
    Mutex mutex_;
    std::vector<std::unique_ptr<Client>> idle_ GUARDED_BY(mutex_);
    std::atomic<std::uint64_t> made_{0};
};

/// Parts of one object.
class ObjectSource final : public dataset::ByteSource {
public:
    ObjectSource(std::shared_ptr<Clients> clients, std::string key, std::uint64_t bytes)
        : clients_(std::move(clients)), key_(std::move(key)), bytes_(bytes) {}

    std::uint64_t bytes() const noexcept override { return bytes_; }
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) override {
        const std::size_t count =
            offset >= bytes_ ? 0 : std::min<std::uint64_t>(out.size(), bytes_ - offset);
        if (count == 0) {
            return std::size_t{0};
        }
        auto client = clients_->take();
        if (!client) {
            return std::move(client).error();
        }
        auto reply =
            ask(**client,
                {.key = key_, .part = true, .offset_bytes = offset, .room = out.first(count)},
                {});
        clients_->give_back(*std::move(client));
        if (!reply) {
            return std::move(reply).error();
        }
        return count;
    }

private:
    std::shared_ptr<Clients> clients_;
    std::string key_;
    std::uint64_t bytes_;
};

class ListedFiles final : public RemoteFiles {
public:
    explicit ListedFiles(std::shared_ptr<Store> store)
        : clients_(std::make_shared<Clients>(std::move(store))) {}

    const std::vector<File>& files() const noexcept override { return files_; }
    const std::vector<Error>& left_out() const noexcept override { return left_out_; }
    std::uint64_t left_out_total() const noexcept override { return left_out_total_; }
    bool has_more() const noexcept override { return has_more_; }
    const std::string& key_prefix() const noexcept override { return prefix_; }
    const std::shared_ptr<Store>& store() const noexcept override { return clients_->store(); }
    Result<std::unique_ptr<dataset::ByteSource>> open(const std::string& path,
                                                      std::uint64_t bytes) const override {
        return std::unique_ptr<dataset::ByteSource>(
            std::make_unique<ObjectSource>(clients_, prefix_ + path, bytes));
    }

    Result<void> list(const ListOptions& options);

private:
    Result<void> take_kept(const std::string& path);
    Result<void> list_below(Client& client, const ListOptions& options);
    Result<void> list_in_hdfs(const ListOptions& options);
    Result<void> take_single(Client& client, const ListOptions& options);
    Result<void> take_page(ListingPage page);
    Result<void> put_in_order();
    /// The store's listing is at fault, and why.
    Error bad_listing(const std::string& why) const {
        return Error{.code = ErrorCode::Io, .what = "'" + store()->name_of(prefix_) + "': " + why};
    }

    std::shared_ptr<Clients> clients_;
    std::string prefix_;
    std::vector<File> files_;
    std::vector<Error> left_out_;
    std::uint64_t left_out_total_ = 0;
    bool has_more_ = false;
    std::set<std::string> first_keys_;  ///< of the pages so far
};

/// "" for a path, else why it is none; a folder's marker and a hidden name are nobody's loss.
std::string why_no_path(std::string_view path, bool& silent) {
    silent = path.empty() || path.back() == '/';
    if (silent) {
        return "folder";
    }
    if (path.find('\0') != std::string_view::npos) {
        return say("its key holds a zero byte");
    }
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        const std::string_view part = path.substr(at, end - at);
        silent = part.starts_with('.') && part != "." && part != "..";
        if (part.empty() || part.starts_with('.')) {
            return say("its key is no path");
        }
        at = end + 1;
    }
    return {};
}

/// Where the name of a single object ends: by http before its query.
std::size_t name_end(const Location& location) {
    const std::size_t query =
        location.scheme == Scheme::Http ? location.key.find('?') : std::string::npos;
    return std::min(query, location.key.size());
}

/// Where in the key of a single object its name begins, behind what is taken for its folders.
std::size_t start_of_name(const Location& location) {
    const std::size_t slash = location.key.substr(0, name_end(location)).rfind('/');
    return slash == std::string::npos ? 0 : slash + 1;
}

std::string listing_query(const std::string& prefix, const std::string& token) {
    return (token.empty() ? "" : "continuation-token=" + percent_encoded(token, false) + "&") +
           "encoding-type=url&list-type=2&prefix=" + percent_encoded(prefix, false);
}

Error no_files_on_first_pages(const Store& store, const std::string& prefix) {
    return Error{.code = ErrorCode::NotFound,
                 .what = say("the first %1 pages of the listing below '%2' name no files",
                             std::to_string(kLookPagesMax),
                             store.name_of(prefix))};
}

Result<void> ListedFiles::take_page(ListingPage page) {
    if (!page.objects.empty() && !first_keys_.insert(page.objects.front().key).second) {
        return bad_listing(say("the store's listing repeats itself"));
    }
    for (Object& object : page.objects) {
        if (!object.key.starts_with(prefix_)) {
            return bad_listing(say("the store's listing names objects that do not lie there"));
        }
        const std::string_view path = std::string_view(object.key).substr(prefix_.size());
        bool silent = false;
        const std::string reason = why_no_path(path, silent);
        if (reason.empty()) {
            files_.push_back({std::string(path), object.bytes});
        } else if (!silent && ++left_out_total_ <= kLeftOutNamed) {
            left_out_.push_back(format_error("'" + store()->name_of(object.key) + "': " + reason));
        }
    }
    if (files_.size() > kObjectsMax) {
        return Error{
            .code = ErrorCode::Limit,
            .what = say("'%1' holds more than 2^32 - 1 objects", store()->name_of(prefix_))};
    }
    return {};
}

Result<void> ListedFiles::list_below(Client& client, const ListOptions& options) {
    std::string text;
    std::string token;
    std::set<std::string> tokens;
    std::size_t empty_pages = 0;
    for (;;) {
        const std::size_t before = files_.size();
        auto reply = ask(client,
                         {.query = listing_query(prefix_, token),
                          .text = &text,
                          .text_bytes_max = kListingBytesMax},
                         options.stop);
        if (!reply) {
            return std::move(reply).error();
        }
        auto page = parse_listing(text);
        if (!page) {
            return bad_listing(page.error().what);
        }
        const bool truncated = page->truncated;
        const bool found_some = !page->objects.empty();
        std::string next = page->next_token;
        if (auto taken = take_page(*std::move(page)); !taken) {
            return taken;
        }
        if (options.on_progress && files_.size() != before) {
            options.on_progress(files_.size());
        }
        has_more_ = truncated && options.first_page && !files_.empty();
        if (!truncated || has_more_) {
            return {};
        }
        if (!tokens.insert(next).second || tokens.size() > kPagesMax) {
            return bad_listing(say("the store's listing repeats itself"));
        }
        empty_pages = found_some ? 0 : empty_pages + 1;
        if (empty_pages >= kEmptyPagesMax) {
            return bad_listing(say("the store's listing goes on without an object for %1 pages",
                                   format_count(empty_pages)));
        }
        if (options.first_page && tokens.size() >= kLookPagesMax) {
            return no_files_on_first_pages(*store(), prefix_);
        }
        token = std::move(next);
    }
}

Result<void> ListedFiles::list_in_hdfs(const ListOptions& options) {
    const std::string& key = store()->location.key;
    prefix_ = folder_prefix(key);
    std::vector<Object> single;
    const auto take = [&](ListingPage page) -> Result<bool> {
        if (page.objects.size() == 1 && !page.objects[0].key.starts_with(prefix_)) {
            single = std::move(page.objects);  // the place itself
            return true;
        }
        if (auto taken = take_page(std::move(page)); !taken) {
            return std::move(taken).error();
        }
        if (options.on_progress) {
            options.on_progress(files_.size());
        }
        return options.first_page && !files_.empty();
    };
    const auto found =
        list_hdfs(store(), options.stop, options.first_page ? kLookPagesMax : 0, take);
    if (!found) {
        return found.error();
    }
    has_more_ = found->has_more;
    if (!single.empty()) {
        const std::string& name = single[0].key;  // without a last '/'
        const std::size_t begin = name.rfind('/') + 1;
        prefix_ = name.substr(0, begin);
        files_.push_back({name.substr(begin), single[0].bytes});
        has_more_ = false;
    }
    if (files_.empty()) {
        return has_more_
                   ? no_files_on_first_pages(*store(), prefix_)
                   : Error{.code = ErrorCode::NotFound,
                           .what = say("there are no objects below '%1'", store()->name_of(key))};
    }
    return put_in_order();
}

/// The location itself as one object.
Result<void> ListedFiles::take_single(Client& client, const ListOptions& options) {
    const std::string& key = store()->location.key;
    const std::size_t begin = start_of_name(store()->location);
    auto reply = ask(client, {.key = key}, options.stop);
    if (!reply) {
        return std::move(reply).error();
    }
    if (begin == name_end(store()->location)) {
        return usage_error(
            say("'%1' names no file: give the whole address of one, such as "
                "https://host/folder/train.tar",
                store()->name_of(key)));
    }
    prefix_ = key.substr(0, begin);
    // Http: with its query, which belongs to what is asked for.
    files_.push_back({key.substr(begin), reply->object_bytes});
    return {};
}

/// Nearly all stores list in the order of the keys' bytes, which is that of the paths.
Result<void> ListedFiles::put_in_order() {
    const auto before = [](const File& a, const File& b) { return a.path < b.path; };
    if (!std::is_sorted(files_.begin(), files_.end(), before)) {
        std::sort(files_.begin(), files_.end(), before);
    }
    const auto twice =
        std::adjacent_find(files_.begin(), files_.end(), [](const File& a, const File& b) {
            return a.path == b.path;
        });
    return twice == files_.end() ? Result<void>()
                                 : bad_listing(say("the store's listing names '%1' twice",
                                                   store()->name_of(prefix_ + twice->path)));
}

Result<void> ListedFiles::take_kept(const std::string& path) {
    const Location& location = store()->location;
    auto kept = read_listing(path, location);
    if (!kept) {
        return std::move(kept).error();
    }
    const bool single = kept->objects.size() == 1 && kept->objects[0].key == location.key;
    if (single) {
        prefix_ = location.key.substr(0, start_of_name(location));
    } else {
        prefix_ = folder_prefix(location.key);
        std::erase_if(kept->objects,
                      [&](const Object& object) { return !object.key.starts_with(prefix_); });
    }
    left_out_total_ = kept->left_out;
    ListingPage page;
    page.objects = std::move(kept->objects);
    if (auto taken = take_page(std::move(page)); !taken) {
        return taken;
    }
    return files_.empty() ? Error{.code = ErrorCode::NotFound,
                                  .what = say("'%1' names no objects below '%2'",
                                              path,
                                              store()->name_of(location.key))}
                          : put_in_order();
}

Result<void> ListedFiles::list(const ListOptions& options) {
    if (!options.kept.empty()) {
        return take_kept(options.kept);
    }
    if (store()->location.is_hdfs()) {
        return list_in_hdfs(options);
    }
    auto client = clients_->take();
    if (!client) {
        return std::move(client).error();
    }
    if (store()->location.scheme == Scheme::Http) {
        return take_single(**client, options);
    }
    const std::string& key = store()->location.key;
    prefix_ = folder_prefix(key);
    const bool whole = prefix_ == key;
    if (auto listed = list_below(**client, options); !listed) {
        return listed;
    }
    if (files_.empty() && !whole) {
        auto single = take_single(**client, options);
        if (!single && single.error().code != ErrorCode::NotFound) {
            return single;
        }
    }
    if (files_.empty()) {
        return Error{.code = ErrorCode::NotFound,
                     .what = say("there are no objects below '%1'", store()->name_of(key))};
    }
    clients_->give_back(*std::move(client));
    return put_in_order();
}

}  // namespace

Result<std::shared_ptr<const RemoteFiles>> list_files(const std::shared_ptr<Store>& store,
                                                      const ListOptions& options) {
    auto files = std::make_shared<ListedFiles>(store);
    if (auto listed = files->list(options); !listed) {
        return std::move(listed).error();
    }
    return std::shared_ptr<const RemoteFiles>(std::move(files));
}

Result<void> keep_listing(const RemoteFiles& files, const std::string& path) {
    return write_listing(
        files.store()->location, files.key_prefix(), files.files(), files.left_out_total(), path);
}

}  // namespace throughline::remote
