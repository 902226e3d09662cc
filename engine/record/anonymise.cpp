// SPDX-License-Identifier: Apache-2.0
#include "engine/record/anonymise.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/record/device_numbers.h"
#include "engine/record/private_names.h"

namespace throughline::record {
namespace {

bool names_host(std::string_view key) {
    return key == "host" || key == "hostname" || key.ends_with("host.name") ||
           key.ends_with(".hostname");
}

/// Of a mount table: "dataset.1.source".
bool names_mount_source(std::string_view key) {
    return (key.starts_with("dataset.") && key.ends_with(".source")) ||
           key.ends_with("mount_source");
}

bool names_mount_options(std::string_view key) {
    return key.ends_with("mount_options");
}

/// What looks like an address there is a version.
bool names_version(std::string_view key) {
    for (const std::string_view part : {"version", "driver", "firmware", "bios"}) {
        if (key.find(part) != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

bool names_path(std::string_view key) {
    return key.ends_with("path") || key == "storage_target" || key.ends_with("source_file");
}

/// "machine" or "disk" for a hashed identity, which names nobody but is the same in every file; "".
std::string_view identity_kind(std::string_view key) {
    if (key.ends_with("machine.id")) {
        return "machine";
    }
    return key.find("device.") != std::string_view::npos && key.ends_with(".id") ? "disk" : "";
}

/// A command line names folders, hosts and users in ways that nobody can list.
bool is_command(std::string_view key) {
    return key == "command" || key.ends_with(".command");
}

bool is_word_byte(char byte) {
    return is_host_byte(byte) || byte == '_';
}

/// "/home/ann/data" -> "/home/user/data".
void hide_users(std::string& text) {
    for (const std::string_view homes : {"/home/", "/Users/"}) {
        for (std::size_t at = text.find(homes); at != std::string::npos;
             at = text.find(homes, at)) {
            at += homes.size();
            std::size_t end = at;
            while (end < text.size() && (is_word_byte(text[end]) || text[end] == '.')) {
                ++end;
            }
            text.replace(at, end - at, end > at ? "user" : "");
        }
    }
}

/// "in '/home/ann/big job.fio'" -> "in 'big job.fio'", wherever a path begins: not in "images/s"
/// and not in "https://".
void cut_paths(std::string& text) {
    for (std::size_t at = text.find('/'); at != std::string::npos; at = text.find('/', at + 1)) {
        const char before = at == 0 ? ' ' : text[at - 1];
        const bool begins =
            std::string_view(" \t\n'\"=:(,;[<>").find(before) != std::string_view::npos &&
            at + 1 < text.size() && text[at + 1] != '/';
        if (!begins) {
            continue;
        }
        const bool quoted = before == '\'' || before == '"';
        const std::size_t end =
            std::min(quoted ? text.find(before, at) : text.find_first_of(" \t\n'\",;:)]<>", at),
                     text.size());
        const std::size_t last = text.rfind('/', end - 1);
        // A folder by itself, "/mnt/", ends with its slash.
        const std::size_t name = last + 1 == end && last > at ? text.rfind('/', last - 1) : last;
        text.erase(at, name + 1 - at);
    }
}

class Anonymiser {
public:
    explicit Anonymiser(const AnonymiseOptions& options) : options_(options) {}

    /// "read_iops{device=vda}"; what else a label says is no device.
    void learn_device_of(std::string_view key) {
        for (const auto& [label, kind] :
             {std::pair<std::string_view, std::string_view>{"{device=", "disk"},
              {"{interface=", "net"}}) {
            const std::size_t at = key.find(label);
            if (options_.devices && at != std::string_view::npos) {
                const std::string_view name = key.substr(at + label.size());
                learn_device(name.substr(0, name.rfind('}')), kind);
            }
        }
    }
    /// "device.vda.model"
    void learn_devices(const spec::Settings& environment) {
        for (const auto& [key, value] : environment) {
            if (const std::string_view name = device_in(key); options_.devices && !name.empty()) {
                learn_device(name, "disk");
            }
        }
    }
    std::vector<PrivateName> names() const {
        std::vector<PrivateName> all = paths_;
        for (const auto& [name, instead] : numbers_) {
            all.push_back({name, instead});
        }
        return all;
    }

    void learn(const spec::Settings& settings) {
        for (const auto& [key, value] : settings) {
            const auto* const text = std::get_if<std::string>(&value);
            if (text == nullptr) {
                continue;
            }
            if (!identity_kind(key).empty() && !text->empty()) {
                number(*text, identity_kind(key));
            }
            if (names_host(key)) {
                learn_list(*text);
            } else if (names_mount_source(key)) {
                learn(names_in_mount_source(*text));
            } else if (names_mount_options(key)) {
                learn(names_in_mount_options(*text));
            } else if (names_path(key) &&
                       (text->find(":/") != std::string::npos || text->starts_with("//"))) {
                learn(names_in_mount_source(*text));  // "nas01:/export/data"
            }
            if (!names_version(key)) {
                learn_addresses(*text);
            }
        }
    }

    void learn_addresses(std::string_view text) {
        for (const TextPart& part : addresses_in(text)) {
            learn(std::string(text.substr(part.at, part.bytes)));
        }
    }

    /// A metric's key: what tells its series apart may be a host, "{job=node7:randread}".
    std::string cleaned_key(const std::string& key) const {
        const std::size_t label = key.find('{');
        if (label == std::string::npos) {
            return key;
        }
        std::string value = key.substr(label);
        number_hosts(value);
        return key.substr(0, label) + value;
    }

    template <class Map>
    void clean_keys(Map& map) const {
        Map cleaned;
        for (auto& [key, value] : map) {
            cleaned.emplace(cleaned_key(key), std::move(value));
        }
        map = std::move(cleaned);
    }

    void clean(spec::Settings& settings) {
        std::erase_if(settings, [](const auto& entry) { return is_command(entry.first); });
        if (options_.devices) {
            spec::Settings renamed;
            for (auto& [key, value] : settings) {
                renamed.insert_or_assign(key_with_number(key), std::move(value));
            }
            settings = std::move(renamed);
        }
        for (auto& [key, value] : settings) {
            if (auto* const text = std::get_if<std::string>(&value)) {
                if (names_mount_source(key)) {
                    clean_source(*text, is_user_space(settings, key));
                } else if (names_mount_options(key)) {
                    *text = public_mount_options(*text);
                }
                if (names_path(key) || text->starts_with('/')) {
                    const std::string last = text->substr(text->find_last_of('/') + 1);
                    remember_path(*text, last);
                    *text = last;
                }
                clean(*text);
            }
        }
    }

    /// Every host name that stands as a word of its own, users of home folders, folders.
    void clean(std::string& text) const {
        hide_users(text);
        cut_paths(text);
        number_hosts(text);
    }

private:
    /// The name between "device." and what is said of it; "" for other keys.
    static std::string_view device_in(std::string_view key) {
        constexpr std::string_view kDevice = "device.";
        const std::size_t end = key.rfind('.');
        return key.starts_with(kDevice) && end > kDevice.size() && end != std::string_view::npos
                   ? key.substr(kDevice.size(), end - kDevice.size())
                   : std::string_view();
    }
    std::string key_with_number(const std::string& key) const {
        const std::string_view device = device_in(key);
        const auto number = numbers_.find(std::string(device));
        return device.empty() || number == numbers_.end()
                   ? key
                   : "device." + number->second + key.substr(key.rfind('.'));
    }
    void learn_device(std::string_view name, std::string_view kind) {
        for (auto& [known, number] : devices_.learn(name, kind)) {
            numbers_.emplace(std::move(known), std::move(number));
        }
    }
    void remember_path(const std::string& path, const std::string& left) {
        const bool is_new = path != left && std::ranges::none_of(paths_, [&](const auto& one) {
                                return one.name == path;
                            });
        if (is_new) {
            paths_.push_back({path, left});
        }
    }

    /// The same identity gets the same number within the file, and means nothing outside of it.
    void number(const std::string& identity, std::string_view kind) {
        if (numbers_.count(identity) == 0) {
            int& count = kind == "disk" ? disks_ : machines_;
            numbers_.emplace(identity, std::string(kind) + "-" + std::to_string(++count));
        }
    }

    /// Of several hosts: "node7, node8".
    void learn_list(const std::string& text) {
        for (std::size_t at = text.find_first_not_of(", "); at != std::string::npos;
             at = text.find_first_not_of(", ", at)) {
            const std::size_t end = std::min(text.find_first_of(", ", at), text.size());
            learn(text.substr(at, end - at));
            at = end;
        }
    }

    void learn(const PrivateNames& names) {
        for (const std::string& host : names.hosts) {
            learn(host);
        }
        for (const std::string& user : names.users) {
            const bool nobody = user == "root" || user == "guest" || user.size() < 2;
            if (!nobody) {
                numbers_.emplace(user, "user");
            }
        }
    }

    void learn(const std::string& host) {
        const auto [place, fresh] = numbers_.emplace(host, "host-" + std::to_string(hosts_ + 1));
        hosts_ += fresh ? 1 : 0;
        // "node7.cluster.example:9100" is also called "node7.cluster.example" and "node7".
        const std::string called = place->second;
        std::string name = host;
        if (const std::size_t port = name.find(':');
            port != std::string::npos && port > 0 && !is_address(name)) {
            name.erase(port);
            numbers_.emplace(name, called);
        }
        const std::size_t point = name.find('.');
        if (point == std::string::npos || point == 0 || is_address(name)) {
            return;
        }
        numbers_.emplace(name.substr(0, point), called);
        const std::string domain = name.substr(point + 1);
        if (domain.find('.') != std::string::npos) {
            numbers_.emplace(domain, "domain");
        }
    }

    /// Whether the file system behind the source `key` is a program's (FUSE).
    static bool is_user_space(const spec::Settings& settings, const std::string& key) {
        const auto kind = settings.find(
            key.substr(0, key.size() - std::string_view("source").size()) + "file_system");
        return kind != settings.end() && spec::setting_text(kind->second).starts_with("fuse");
    }

    /// A mount from elsewhere is the hosts it comes from: what lies there is named by its path.
    void clean_source(std::string& source, bool user_space) const {
        std::string hosts;
        for (const std::string& host : names_in_mount_source(source).hosts) {
            const auto number = numbers_.find(host);
            hosts += hosts.empty() ? "" : ", ";
            hosts += number == numbers_.end() ? "host" : number->second;
        }
        if (!hosts.empty()) {
            source = hosts;
        } else if (user_space && !source.starts_with("/dev/")) {
            source = "left out";  // a bucket, a remote, a folder: anybody's name
        } else if (!source.starts_with('/')) {
            source = source.substr(0, source.find('/'));  // a ZFS pool without its data sets
        }
    }

    void number_hosts(std::string& text) const {
        for (const auto& [name, number] : numbers_) {
            replace_word(text, name, number);
        }
    }

    /// Longer names first, so that a name within another one does not break it.
    struct Longer {
        bool operator()(const std::string& a, const std::string& b) const {
            return a.size() != b.size() ? a.size() > b.size() : a < b;
        }
    };
    AnonymiseOptions options_;
    std::map<std::string, std::string, Longer> numbers_{};
    std::vector<PrivateName> paths_{};
    DeviceNumbers devices_{};
    int hosts_ = 0;
    int machines_ = 0;
    int disks_ = 0;
};

void clean_notes(std::vector<Note>& notes, const Anonymiser& anonymiser) {
    // What stood before a result is anybody's text.
    std::erase_if(notes, [](const Note& note) { return note.code == "fio.text_before"; });
    for (Note& note : notes) {
        anonymiser.clean(note.text);
        note.item = note.item.substr(note.item.find_last_of('/') + 1);
        anonymiser.clean(note.item);
    }
}

void clean_remarks(Remarks& remarks, const Anonymiser& anonymiser) {
    for (std::string& tag : remarks.tags) {
        anonymiser.clean(tag);
    }
    anonymiser.clean(remarks.note);
    std::string target = remarks.target;
    anonymiser.clean(target);
    if (target != remarks.target) {
        remarks.target.clear();  // another id would name nothing
    }
}

void learn_addresses(const std::vector<Note>& notes, Anonymiser& anonymiser) {
    for (const Note& note : notes) {
        anonymiser.learn_addresses(note.text);
        anonymiser.learn_addresses(note.item);
    }
}

template <class Map>
void learn_key_addresses(const Map& map, Anonymiser& anonymiser) {
    for (const auto& [key, value] : map) {
        if (key.find('{') != std::string::npos) {
            anonymiser.learn_addresses(key);
        }
    }
}

/// Addresses wherever they stand: they cannot be listed, but told from other words.
void learn_addresses(const Study& study, Anonymiser& anonymiser) {
    const Remarks& remarks = study.header.remarks;
    for (const std::string* const text :
         {&study.header.title, &study.header.spec_json, &remarks.note, &remarks.target}) {
        anonymiser.learn_addresses(*text);
    }
    for (const std::string& tag : remarks.tags) {
        anonymiser.learn_addresses(tag);
    }
    learn_addresses(study.notes, anonymiser);
    for (const RunData& run : study.runs) {
        learn_addresses(run.notes, anonymiser);
        for (const auto& [key, reason] : run.absent) {
            anonymiser.learn_addresses(reason);
        }
        learn_key_addresses(run.absent, anonymiser);
        learn_key_addresses(run.metrics, anonymiser);
        for (const Sample& sample : run.samples) {
            learn_key_addresses(sample.metrics, anonymiser);
        }
        for (const HistogramLine& histogram : run.histograms) {
            anonymiser.learn_addresses(histogram.metric);
        }
    }
    if (study.verdict) {
        anonymiser.learn_addresses(study.verdict->sentence);
        learn_key_addresses(study.verdict->evidence, anonymiser);
    }
}

template <class Map>
void learn_devices(const Map& map, Anonymiser& anonymiser) {
    for (const auto& [key, value] : map) {
        anonymiser.learn_device_of(key);
    }
}

void learn(const Study& study, Anonymiser& anonymiser) {
    anonymiser.learn(study.header.environment);
    anonymiser.learn_devices(study.header.environment);
    for (const RunData& run : study.runs) {
        anonymiser.learn(run.started.settings);
        learn_devices(run.metrics, anonymiser);
        learn_devices(run.absent, anonymiser);
    }
    learn_addresses(study, anonymiser);
}

void clean(Study& study, Anonymiser& anonymiser) {
    anonymiser.clean(study.header.environment);
    anonymiser.clean(study.header.title);
    anonymiser.clean(study.header.spec_json);
    clean_remarks(study.header.remarks, anonymiser);
    clean_notes(study.notes, anonymiser);
    for (RunData& run : study.runs) {
        anonymiser.clean(run.started.settings);
        clean_notes(run.notes, anonymiser);
        for (auto& [key, reason] : run.absent) {
            anonymiser.clean(reason);
        }
        anonymiser.clean_keys(run.absent);
        anonymiser.clean_keys(run.metrics);
        for (Sample& sample : run.samples) {
            anonymiser.clean_keys(sample.metrics);
        }
        for (HistogramLine& histogram : run.histograms) {
            histogram.metric = anonymiser.cleaned_key(histogram.metric);
        }
    }
    if (study.verdict) {
        anonymiser.clean(study.verdict->sentence);
        anonymiser.clean_keys(study.verdict->evidence);
    }
}

}  // namespace

std::vector<PrivateName> anonymise(std::span<Study> studies, const AnonymiseOptions& options) {
    Anonymiser anonymiser(options);
    for (const Study& study : studies) {
        learn(study, anonymiser);
    }
    for (Study& study : studies) {
        clean(study, anonymiser);
    }
    return anonymiser.names();
}

void anonymise(Study& study) {
    anonymise(std::span(&study, 1));
}

}  // namespace throughline::record
