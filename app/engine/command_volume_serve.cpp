// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "app/engine/terminal.h"
#include "app/engine/user_catalog.h"
#include "app/engine/volume_words.h"
#include "engine/base/counted.h"
#include "engine/base/environment.h"
#include "engine/base/format.h"
#include "engine/nbd/listener.h"
#include "engine/nbd/served_file.h"
#include "engine/nbd/server.h"
#include "engine/spec/amounts.h"

namespace throughline::app {
namespace {

using measure::ChosenVolume;

struct ServeArguments {
    measure::VolumeWish wish;
    std::string file;
    std::string socket;
    std::optional<std::uint16_t> port;
    std::string create;
    bool writable = false;
    bool read_only = false;
    bool events = false;
};

/// Where a socket goes when nobody says it: into the user's own folder of this session.
std::string default_socket() {
    const std::string folder = environment_variable("XDG_RUNTIME_DIR");
    return (folder.empty() ? "/tmp" : folder) + "/throughline-volume-" +
           std::to_string(::getpid()) + ".sock";
}

Result<nbd::ServedFile> open_file_of(const ServeArguments& arguments) {
    nbd::Opening opening{.writable = arguments.writable};
    if (!arguments.create.empty()) {
        const auto bytes = spec::amount_in(arguments.create, "bytes");
        constexpr double kMost = 0x1p62;
        if (!bytes || *bytes < 1.0 || *bytes > kMost) {
            return usage_error("--create " + arguments.create + ": must be a size, as 10GiB");
        }
        opening.create_bytes = static_cast<std::uint64_t>(*bytes);
    }
    auto file = nbd::open_served_file(arguments.file, opening);
    if (file && arguments.read_only) {
        file->writable = false;
    }
    return file;
}

Result<nbd::Listener> listen_as_asked(const ServeArguments& arguments) {
    if (arguments.port) {
        return nbd::Listener::at_port(*arguments.port);
    }
    return nbd::Listener::at_socket(arguments.socket.empty() ? default_socket() : arguments.socket);
}

double rate(std::uint64_t now, std::uint64_t before, double seconds) {
    return seconds > 0.0 ? static_cast<double>(now - before) / seconds : 0.0;
}

/// What of the credits is left, [0, 1], of those that are the shortest; none: it has none.
std::optional<double> credits_left(const ChosenVolume& chosen, const volume::Counted& counted) {
    std::optional<double> left = counted.instance_credits;
    for (const auto& [credits, limit] :
         {std::pair(counted.io_credits, chosen.rules.limits.iops),
          std::pair(counted.byte_credits, chosen.rules.limits.bytes_per_s)}) {
        if (credits) {
            const double share = *credits / limit.bucket;
            left = std::min(share, left.value_or(share));
        }
    }
    return left;
}

/// What is shown while it serves: figures of each second on stderr, or as JSON lines.
class ServeDisplay {
public:
    ServeDisplay(const ChosenVolume& chosen, bool events)
        : chosen_(chosen), events_(events), line_(events) {}

    void second(const nbd::Served& now);
    void end(const nbd::Served& last);

private:
    Json figures(const nbd::Served& now) const;
    std::string text(const nbd::Served& now) const;
    std::string credits_text(const volume::Counted& counted) const;

    const ChosenVolume& chosen_;
    bool events_;
    ProgressLine line_;
    nbd::Served before_{.at = steady_now()};
};

void ServeDisplay::second(const nbd::Served& now) {
    if (events_) {
        print_json_line(figures(now));
    } else {
        line_.show(credits_left(chosen_, now.volume).value_or(-1.0), text(now));
    }
    before_ = now;
}

Json ServeDisplay::figures(const nbd::Served& now) const {
    const double seconds = in_seconds(now.at - before_.at);
    const volume::Counted& counted = now.volume;
    const double requests = counted.requests - before_.volume.requests;
    Json json = {{"type", "status"},
                 {"seconds", now.began_at == kNever ? 0.0 : in_seconds(now.at - now.began_at)},
                 {"connections", now.connections},
                 {"reads_per_s", rate(now.reads, before_.reads, seconds)},
                 {"writes_per_s", rate(now.writes, before_.writes, seconds)},
                 {"bytes_read_per_s", rate(now.bytes_read, before_.bytes_read, seconds)},
                 {"bytes_written_per_s", rate(now.bytes_written, before_.bytes_written, seconds)}};
    if (requests > 0.0) {
        json["held_share"] = (counted.held - before_.volume.held) / requests;
    }
    if (counted.io_credits) {
        json["io_credits"] = *counted.io_credits;
    }
    if (counted.byte_credits) {
        json["byte_credits"] = *counted.byte_credits;
    }
    if (counted.instance_credits) {
        json["instance_credits_share"] = *counted.instance_credits;
    }
    return json;
}

std::string ServeDisplay::text(const nbd::Served& now) const {
    const double seconds = in_seconds(now.at - before_.at);
    const double requests = now.volume.requests - before_.volume.requests;
    std::string text = counted(now.connections, "client");
    for (const auto& [name, count, count_before, bytes, bytes_before] :
         {std::tuple("reads/s", now.reads, before_.reads, now.bytes_read, before_.bytes_read),
          std::tuple(
              "writes/s", now.writes, before_.writes, now.bytes_written, before_.bytes_written)}) {
        if (count > count_before) {
            text += ", " + format_quantity(rate(count, count_before, seconds), name) + ", " +
                    format_quantity(rate(bytes, bytes_before, seconds), "bytes/s");
        }
    }
    if (requests > 0.0) {
        text += ", " +
                format_quantity(100.0 * (now.volume.held - before_.volume.held) / requests, "%") +
                " held";
    }
    return text + credits_text(now.volume);
}

std::string ServeDisplay::credits_text(const volume::Counted& counted) const {
    std::string text;
    if (counted.io_credits) {
        text += ", " + format_count(static_cast<std::uint64_t>(*counted.io_credits)) +
                " I/O credits left";
    }
    if (counted.byte_credits) {
        text += ", " + format_quantity(*counted.byte_credits, "bytes", ByteUnits::Binary) +
                " of byte credits left";
    }
    if (counted.instance_credits) {
        text += ", " + format_quantity(100.0 * *counted.instance_credits, "%") +
                " of the instance's left";
    }
    return text;
}

void ServeDisplay::end(const nbd::Served& last) {
    line_.clear();
    const volume::Counted& counted = last.volume;
    if (events_) {
        Json json = {{"type", "ended"},
                     {"reads", last.reads},
                     {"writes", last.writes},
                     {"bytes_read", last.bytes_read},
                     {"bytes_written", last.bytes_written},
                     {"errors", last.errors},
                     {"counted_ios", counted.ios}};
        if (counted.credits_gone_s) {
            json["credits_gone_s"] = *counted.credits_gone_s;
        }
        if (counted.instance_credits_gone_s) {
            json["instance_credits_gone_s"] = *counted.instance_credits_gone_s;
        }
        return print_json_line(json);
    }
    std::string text = "Served " + format_count(last.reads) + " reads (" +
                       format_quantity(static_cast<double>(last.bytes_read), "bytes") + ") and " +
                       format_count(last.writes) + " writes (" +
                       format_quantity(static_cast<double>(last.bytes_written), "bytes") + ")";
    text += last.errors == 0 ? "." : ", " + throughline::counted(last.errors, "error") + ".";
    for (const auto& [gone_s, whose] :
         {std::pair(counted.credits_gone_s, "The credits"),
          std::pair(counted.instance_credits_gone_s, "The credits of the instance")}) {
        if (gone_s) {
            text += std::string(" ") + whose + " were gone " + format_significant(*gone_s, 4) +
                    " s after the first request.";
        }
    }
    print(text + "\n");
}

std::string how_to_connect(const nbd::Listener& listener, bool writable) {
    const std::string quoted = "'" + listener.uri() + "'";
    const std::string read_only = writable ? "" : "--read-only ";
    const std::string fuse_read_only = writable ? "" : "-r ";
    constexpr std::string_view kPortUri = "nbd://127.0.0.1:";
    const std::string kernel = listener.path().empty()
                                   ? "127.0.0.1 " + listener.uri().substr(kPortUri.size())
                                   : "-unix '" + listener.path() + "'";
    return "Connect with one of\n"
           "  nbdinfo " +
           quoted +
           "\n"
           "  fio --name=volume --ioengine=nbd --uri=" +
           quoted +
           " --rw=randread --bs=16k --iodepth=32 --time_based --runtime=10\n"
           "  qemu-img info " +
           quoted +
           "\n"
           "or, as root, make it a disk of this machine:\n"
           "  mkdir -p disk && nbdfuse " +
           fuse_read_only + "disk/volume " + quoted + " & losetup --find --show --direct-io=on " +
           read_only +
           "disk/volume\n"
           "  nbd-client " +
           kernel + (writable ? "" : " -readonly") +
           " /dev/nbd0     (where the kernel has the module nbd)\n"
           "Ctrl+C stops.\n";
}

void announce(const ServeArguments& arguments,
              const ChosenVolume& chosen,
              const nbd::ServedFile& file,
              const nbd::Listener& listener) {
    const auto bytes = file.bytes;
    if (arguments.events) {
        return print_json_line({{"type", "serving"},
                                {"uri", json_text(listener.uri())},
                                {"file", json_text(arguments.file)},
                                {"bytes", bytes},
                                {"writable", file.writable},
                                {"volume", json_text(chosen.name)},
                                {"text", json_text(chosen.text)}});
    }
    print("Serving " + arguments.file + " (" + format_binary(bytes) + ", " +
          (file.writable ? "writable" : "read-only") + ") at " + listener.uri() + "\n" + "It " +
          chosen.text + ".\n" + how_to_connect(listener, file.writable));
}

ExitCode serve(const ServeArguments& arguments) {
    const auto chosen = choose_as_asked(arguments.wish, user_catalog());
    if (!chosen) {
        return report(chosen.error(), kVolumeHint);
    }
    auto file = open_file_of(arguments);
    if (!file) {
        return report(file.error(),
                      file.error().code == ErrorCode::NotFound
                          ? "Name a file that is there, or add --create SIZE to make one."
                          : "");
    }
    auto listener = listen_as_asked(arguments);
    if (!listener) {
        return report(listener.error());
    }
    const StopSignals signals;  // before any other thread
    const nbd::ServedFile facts{.bytes = file->bytes, .writable = file->writable};
    auto server = nbd::Server::open(listener->fd(),
                                    *std::move(file),
                                    {.name = chosen->name,
                                     .description = "emulated: " + chosen->text,
                                     .rules = chosen->rules,
                                     .start = chosen->start});
    if (!server) {
        return report(server.error());
    }
    announce(arguments, *chosen, facts, *listener);
    ServeDisplay display(*chosen, arguments.events);
    nbd::Served last{};
    const auto ended = (*server)->run(signals.token(), [&](const nbd::Served& now) {
        display.second(now);
        last = now;
    });
    display.end(last);
    return ended ? kDone : report(ended.error());
}

}  // namespace

void add_volume_serve_command(CLI::App& volume, int& exit_code) {
    auto arguments = std::make_shared<ServeArguments>();
    CLI::App* const command = volume.add_subcommand(
        "serve",
        "Serve a file to any program as a disk that behaves as a volume (network block device)");
    add_volume_words(*command, arguments->wish);
    command
        ->add_option("FILE",
                     arguments->file,
                     "File that holds the disk's content; the disk is as large as the file. It is "
                     "served read-only unless --writable or --create is given")
        ->required();
    auto* const socket =
        command->add_option("--socket",
                            arguments->socket,
                            "Path of the socket to listen at; without it one in $XDG_RUNTIME_DIR");
    command
        ->add_option("--port",
                     arguments->port,
                     "Listen at this port of 127.0.0.1 instead; 0 takes a free one")
        ->excludes(socket);
    auto* const writable =
        command->add_flag("--writable", arguments->writable, "Let clients write to the file");
    command
        ->add_option("--create",
                     arguments->create,
                     "Make the file, of this size (10GiB) and without content, and let clients "
                     "write to it; refused where it is there already")
        ->excludes(writable);
    command->add_flag("--read-only", arguments->read_only, "Let nobody write, which is the default")
        ->excludes(writable);
    command->add_flag("--events", arguments->events, "Print JSON lines to stdout");
    command->callback([arguments, &exit_code] { exit_code = serve(*arguments); });
}

}  // namespace throughline::app
