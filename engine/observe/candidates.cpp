// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/candidates.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/metrics/busy_programs.h"
#include "engine/observe/data_file.h"
#include "engine/observe/proc_texts.h"
#include "engine/observe/roles.h"
#include "engine/observe/thread_probe.h"

namespace throughline::observe {
namespace {

namespace fs = std::filesystem;

constexpr double kGpuScore = 8.0;
constexpr double kWorkersScore = 4.0;
constexpr double kStandInScore = 3.0;
constexpr double kFilesScore = 2.0;
constexpr double kFrameworkScore = 1.0;

/// What was found out about a process.
struct Look {
    SeenProcess process{};
    metrics::ProcessTime time{};
    bool has_gpu = false;
    std::size_t data_files = 0;
    std::string a_data_file{};
};

std::vector<pid_t> all_processes() {
    std::vector<pid_t> pids;
    std::error_code failed;
    for (fs::directory_iterator entry("/proc", failed), end; !failed && entry != end;
         entry.increment(failed)) {
        if (const auto pid = number_in<pid_t>(entry->path().filename().string())) {
            pids.push_back(*pid);
        }
    }
    return pids;
}

void look_at_open_files(Look& look) {
    std::error_code failed;
    for (fs::directory_iterator entry(folder_of(look.process.pid) + "/fd", failed), end;
         !failed && entry != end;
         entry.increment(failed)) {
        const std::string link = read_link(entry->path().string());
        look.has_gpu = look.has_gpu || target_of_link(link) == Target::Gpu;
        if (is_data_file(link)) {
            ++look.data_files;
            look.a_data_file = link;
        }
    }
}

std::map<pid_t, Look> look_at_all() {
    std::map<pid_t, Look> all;
    for (const pid_t pid : all_processes()) {
        const std::string folder = folder_of(pid);
        const auto time = metrics::parse_pid_stat(read_small(folder + "/stat").value_or(""));
        auto command = parse_command_line(read_small(folder + "/cmdline").value_or(""));
        if (!time || command.empty() || time->state == 'Z') {  // the kernel's own, and gone ones
            continue;
        }
        Look look{.process = {.pid = pid,
                              .parent = time->parent,
                              .name = time->name,
                              .command = std::move(command)},
                  .time = *time};
        look_at_open_files(look);
        all.emplace(pid, std::move(look));
    }
    return all;
}

/// "PyTorch", by the libraries that a process has loaded; "" where none is known, or to be seen.
std::string framework_of(pid_t pid) {
    using Known = std::pair<std::string_view, const char*>;
    constexpr std::array kKnown{Known{"/libtorch", "PyTorch"},
                                Known{"/libtensorflow", "TensorFlow"},
                                Known{"/_pywrap_tensorflow", "TensorFlow"},
                                Known{"/libjax", "JAX"},
                                Known{"/xla_extension", "JAX"},
                                Known{"/libdali", "DALI"},
                                Known{"/libmxnet", "MXNet"}};
    const auto maps = read_whole_file(folder_of(pid) + "/maps", std::size_t{4} << 20U);
    for (const auto& [part, name] : kKnown) {
        if (maps && maps->find(part) != std::string::npos) {
            return name;
        }
    }
    return {};
}

bool is_python(const Look& look) {
    const std::string& program = look.process.command.front();
    return program.substr(program.rfind('/') + 1).starts_with("python") ||
           look.process.name.starts_with("python") || look.process.name.starts_with("pt_");
}

/// `throughline-engine selftest job`: nobody's training, but what observing is tried on.
bool is_stand_in(const Look& look) {
    const std::vector<std::string>& command = look.process.command;
    const std::string& program = command.front();
    return command.size() > 2 && program.substr(program.rfind('/') + 1) == "throughline-engine" &&
           command[1] == "selftest" && command[2] == "job";
}

/// Other programs start copies of themselves, too, which serve and do not load.
bool may_have_workers(const Look& look) {
    return is_python(look) || is_stand_in(look);
}

/// A process with those that load for it.
struct Family {
    const Look* main = nullptr;
    std::vector<const Look*> workers{};
};

double cores_of(const Family& family) {
    const auto hertz = static_cast<double>(std::max(::sysconf(_SC_CLK_TCK), 1L));
    const auto uptime = read_small("/proc/uptime").value_or("");
    const auto up_s = number_in<double>(std::string_view(uptime).substr(0, uptime.find(' ')));
    const double seconds =
        up_s.value_or(0.0) - static_cast<double>(family.main->time.start_tick) / hertz;
    auto ticks = static_cast<double>(family.main->time.ticks);
    for (const Look* const worker : family.workers) {
        ticks += static_cast<double>(worker->time.ticks);
    }
    return seconds > 0.0 ? ticks / hertz / seconds : 0.0;
}

Candidate candidate_of(const Family& family) {
    const SeenProcess& process = family.main->process;
    Candidate one{.pid = process.pid,
                  .name = program_name(process.name, process.command),
                  .command = process.command};
    const auto because = [&one](double score, std::string why) {
        one.score += score;
        one.reasons.push_back(std::move(why));
    };
    bool has_gpu = family.main->has_gpu;
    std::size_t files = family.main->data_files;
    std::string file = family.main->a_data_file;
    for (const Look* const worker : family.workers) {
        has_gpu = has_gpu || worker->has_gpu;
        files += worker->data_files;
        file = file.empty() ? worker->a_data_file : file;
    }
    if (has_gpu) {
        because(kGpuScore, say("it has a GPU open"));
    }
    if (is_stand_in(*family.main)) {
        because(kStandInScore,
                say("it is the stand-in for a training of 'throughline-engine selftest job'"));
    }
    if (!family.workers.empty() && may_have_workers(*family.main)) {
        because(kWorkersScore,
                say(family.workers.size() == 1 ? to_say("%1 worker process loads data for it")
                                               : to_say("%1 worker processes load data for it"),
                    std::to_string(family.workers.size())));
    }
    if (files > 0) {
        because(kFilesScore,
                say(files == 1 ? to_say("it has %1 image file open: %2")
                               : to_say("it has %1 image files open, such as %2"),
                    std::to_string(files),
                    file));
    }
    if (one.score > 0.0 || is_python(*family.main)) {
        if (const std::string framework = framework_of(process.pid); !framework.empty()) {
            because(kFrameworkScore, say("it has loaded %1", framework));
        }
    }
    if (one.score > 0.0) {
        struct stat owner{};
        one.user = ::stat(folder_of(one.pid).c_str(), &owner) == 0 ? owner.st_uid : 0;
        one.cpu_cores = cores_of(family);
    }
    return one;
}

}  // namespace

std::vector<Candidate> find_candidates() {
    const std::map<pid_t, Look> looks = look_at_all();
    Observation all;
    for (const auto& [pid, look] : looks) {
        all.processes.push_back(look.process);
    }
    const Roles roles = roles_of(all);
    std::map<pid_t, Family> families;
    for (const auto& [pid, look] : looks) {
        const auto role = roles.processes.find(pid);
        const bool works = roles.loaders == Loaders::Processes && role != roles.processes.end() &&
                           role->second == Role::Worker;
        const auto parent = looks.find(starter_of(all, look.process));
        if (works && parent != looks.end() && may_have_workers(look)) {
            families[parent->first].main = &parent->second;
            families[parent->first].workers.push_back(&look);
        } else {
            families[pid].main = &look;
        }
    }
    std::vector<Candidate> found;
    for (const auto& [pid, family] : families) {
        if (pid != ::getpid()) {
            Candidate one = candidate_of(family);
            if (one.score > 0.0) {
                found.push_back(std::move(one));
            }
        }
    }
    std::ranges::stable_sort(found, [](const Candidate& left, const Candidate& right) {
        return std::pair(left.score, left.cpu_cores) > std::pair(right.score, right.cpu_cores);
    });
    return found;
}

}  // namespace throughline::observe
