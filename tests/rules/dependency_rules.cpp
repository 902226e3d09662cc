// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/dependency_rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace throughline::rules {

namespace {

struct Library {
    const char* name;
    std::vector<std::string_view> headers;  ///< a header, or a folder with its '/'
    std::vector<std::string_view> folders;  ///< path prefixes that may include them
};

/// Libraries besides Qt, whose headers are told by their capital Q.
const std::vector<Library>& libraries() {
    static const std::vector<Library> kLibraries = {
        {"liburing", {"liburing.h", "liburing/", "linux/io_uring.h"}, {"engine/storage/"}},
        {"hwloc", {"hwloc.h", "hwloc/"}, {"engine/placement/"}},
        {"ISA-L", {"isa-l.h", "isa-l/"}, {"engine/dataset/"}},
        {"SQLite", {"sqlite3.h"}, {"engine/store/", "tests/engine/store/"}},
        {"libjpeg-turbo",
         {"jpeglib.h", "jerror.h", "jconfig.h", "jmorecfg.h", "turbojpeg.h"},
         {"engine/decode/", "engine/dataset_tools/", "tests/"}},
        {"Highway", {"hwy/"}, {"engine/decode/", "tests/"}},
        {"nlohmann JSON",
         {"nlohmann/"},
         {"engine/hosts/",
          "engine/loader/",
          "engine/spec/",
          "engine/record/",
          "engine/remote/",
          "engine/store/",
          "engine/dataset_tools/",
          "engine/catalog/",
          "engine/network/",
          "engine/whatif/",
          "engine/importers/",
          "engine/measure/",
          "engine/remote_run/",
          "engine/report/",
          "app/engine/",
          "tests/"}},
        {"RapidJSON", {"rapidjson/"}, {"engine/importers/"}},
        {"pugixml", {"pugixml.hpp"}, {"engine/importers/", "engine/remote/"}},
        {"yaml-cpp", {"yaml-cpp/"}, {"engine/importers/"}},
        {"CLI11", {"CLI/"}, {"app/engine/", "app/mpi/", "app/study_words/"}},
        {"MPI", {"mpi.h"}, {"app/mpi/", "tests/hosts/"}},
        {"zlib", {"zlib.h"}, {"engine/importers/", "tests/engine/importers/"}},
        {"zstd", {"zstd.h"}, {"engine/importers/", "engine/record/", "tests/engine/importers/"}},
        {"nettle", {"nettle/"}, {"engine/record/", "engine/remote/", "engine/report/"}},
        {"libcurl", {"curl/"}, {"engine/remote/"}},
        {"libzip", {"zip.h"}, {"engine/report/", "tests/engine/report/"}},
        {"md4c", {"md4c.h"}, {"engine/report/"}},
        {"qpdf", {"qpdf/"}, {"engine/report/", "tests/engine/report/"}},
        {"CUDA",
         {"cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "nvjpeg.h", "nvml.h", "cudnn_graph.h"},
         {"engine/cuda/", "tests/engine/cuda/"}},
        {"GoogleTest", {"gtest/", "gmock/"}, {"tests/"}},
        {"Google Benchmark", {"benchmark/"}, {"tests/benchmarks/"}},
        {"OpenCV", {"opencv2/"}, {"tests/benchmarks/"}},
    };
    return kLibraries;
}

/// Headers of the engine that show a library to the folders that may use it; nobody else includes
/// them.
const std::set<std::string, std::less<>>& headers_of_libraries() {
    static const std::set<std::string, std::less<>> kHeaders = {
        "engine/catalog/json.h",
        "engine/dataset_tools/jpeg_compress_session.h",
        "engine/decode/jpeg_memory.h",
        "engine/decode/jpeg_session.h",
        "engine/remote/curl_handles.h",
        "engine/remote/exchange.h",
        "engine/report/pdf_objects.h",
        "engine/report/qpdf.h",
        "engine/report/pdf_text.h",
        "engine/spec/json.h",
        "engine/storage/uring_queue.h",
        "engine/storage/uring_ring.h",
    };
    return kHeaders;
}

/// Headers of Linux, POSIX and the compiler, by header or folder.
bool is_system_header(std::string_view header) {
    static constexpr std::array kKnown = {
        "sys/",        "linux/",      "net/",        "netinet/",   "arpa/",     "aio.h",
        "dirent.h",    "dlfcn.h",     "errno.h",     "fcntl.h",    "ftw.h",     "grp.h",
        "limits.h",    "link.h",      "mntent.h",    "netdb.h",    "poll.h",    "pthread.h",
        "pty.h",       "pwd.h",       "sched.h",     "setjmp.h",   "signal.h",  "spawn.h",
        "stdint.h",    "stdio.h",     "stdlib.h",    "string.h",   "strings.h", "syslog.h",
        "termios.h",   "time.h",      "unistd.h",    "utime.h",    "cxxabi.h",  "cpuid.h",
        "immintrin.h", "x86intrin.h", "emmintrin.h", "execinfo.h", "malloc.h",  "wordexp.h"};
    return std::any_of(kKnown.begin(), kKnown.end(), [&](std::string_view known) {
        return known.back() == '/' ? header.starts_with(known) : header == known;
    });
}

bool is_qt_header(std::string_view header) {
    return header.size() > 1 && header[0] == 'Q' &&
           (header[1] == 't' || std::isupper(static_cast<unsigned char>(header[1])) != 0);
}

bool starts_with_any(std::string_view text, const std::vector<std::string_view>& prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view prefix) {
        return text.starts_with(prefix);
    });
}

std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

}  // namespace

std::vector<Include> includes_of(const SourceFile& file) {
    static const std::regex kInclude(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::vector<Include> includes;
    const auto lines = lines_of(file.text);
    const auto code = lines_of(file.code);
    for (std::size_t index = 0; index < lines.size(); ++index) {
        std::match_results<std::string_view::const_iterator> match;
        const bool in_code = code[index].find("include") != std::string_view::npos;
        if (in_code &&
            std::regex_search(lines[index].begin(), lines[index].end(), match, kInclude)) {
            includes.push_back({index + 1, match[2].str(), match[1].str() == "\""});
        }
    }
    return includes;
}

std::set<std::string> libraries_of(const std::string& folder) {
    const std::string path = (folder.find('/') == folder.npos ? "engine/" : "") + folder + "/";
    std::set<std::string> names;
    for (const Library& library : libraries()) {
        if (starts_with_any(path, library.folders)) {
            names.insert(library.name);
        }
    }
    return names;
}

namespace {

/// What the command line may use.
std::set<std::string> engine_program() {
    return {"app/build_info",
            "app/study_words",
            "baseline",
            "catalog",
            "dataset_tools",
            "importers",
            "measure",
            "nbd",
            "panels",
            "remote_run",
            "report",
            "selftest",
            "store",
            "whatif"};
}

/// What the pipeline joins, and what it does so with.
std::set<std::string> stages_joined() {
    return {
        "base", "spec", "metrics", "dataset", "storage", "decode", "batch", "consumer", "loader"};
}

/// What the window puts together.
std::set<std::string> main_window() {
    return {"ui/bridge",
            "ui/explore",
            "ui/library",
            "ui/measure",
            "ui/present",
            "ui/report",
            "ui/study",
            "ui/whatif"};
}

}  // namespace

const FolderGraph& allowed_graph() {
    static const FolderGraph kGraph = {
        {"base", {}},
        {"metrics", {"base", "spec"}},
        {"dataset", {"base"}},
        {"model", {"base"}},
        {"volume", {"base", "model"}},
        {"counters", {"base", "metrics"}},
        {"storage", {"base", "counters", "metrics"}},
        {"remote", {"base", "dataset", "storage"}},
        {"nbd", {"base", "volume"}},
        {"batch", {"base"}},
        {"decode", {"base"}},
        {"consumer", {"base", "batch", "network", "spec"}},
        {"network", {"base", "catalog"}},
        {"cuda", {"consumer", "network"}},
        {"loader", {"base"}},
        {"pipeline", stages_joined()},
        {"dataset_tools", {"base", "dataset", "decode"}},
        {"spec", {"base"}},
        {"record", {"base", "metrics", "spec"}},
        {"analysis", {"record"}},
        {"panels", {"record"}},
        {"hosts", {"analysis", "base", "metrics", "record", "spec"}},
        {"placement", {"base", "spec"}},
        {"measure", {"analysis", "pipeline", "placement", "catalog", "remote", "volume"}},
        {"baseline", {"measure"}},
        {"catalog", {"base"}},
        {"whatif", {"model", "catalog", "analysis", "volume"}},
        {"report", {"analysis", "catalog", "panels", "whatif"}},
        {"store", {"analysis"}},
        {"importers", {"catalog", "record"}},
        {"observe", {"importers", "measure"}},
        {"selftest", {"observe"}},
        {"remote_run", {"record"}},
        {"ui/style", {"base"}},
        {"ui/plot", {"base", "metrics", "record", "ui/style"}},
        {"ui/charts",
         {"base", "metrics", "analysis", "catalog", "panels", "store", "importers", "ui/plot"}},
        {"ui/explore", {"base", "ui/charts", "ui/plot", "ui/style"}},
        {"ui/bridge", {"base", "analysis", "catalog", "store", "importers"}},
        {"ui/library", {"metrics", "ui/bridge", "ui/style"}},
        {"ui/study",
         {"metrics", "analysis", "catalog", "whatif", "ui/bridge", "ui/charts", "ui/style"}},
        {"ui/measure", {"metrics", "panels", "volume", "ui/bridge", "ui/study", "ui/style"}},
        {"ui/present", {"base", "ui/plot", "ui/style"}},
        {"ui/report", {"base", "report", "store", "ui/charts", "ui/plot", "ui/style"}},
        {"ui/whatif", {"whatif", "ui/bridge", "ui/plot", "ui/style"}},
        {"ui/shell", main_window()},
        {"app/build_info", {}},
        {"app/engine", engine_program()},
        {"app/study_words", {"spec"}},
        {"app/mpi", {"app/build_info", "app/study_words", "hosts"}},
        {"app/gui", {"app/build_info", "ui/report", "ui/shell"}},
    };
    return kGraph;
}

std::string folder_name(std::string_view path) {
    const std::size_t first = path.find('/');
    if (first == std::string_view::npos) {
        return {};
    }
    const std::string_view top = path.substr(0, first);
    const std::size_t second = path.find('/', first + 1);
    if (second == std::string_view::npos) {
        return {};
    }
    if (top == "engine") {
        return std::string(path.substr(first + 1, second - first - 1));
    }
    return top == "app" || top == "ui" ? std::string(path.substr(0, second)) : std::string();
}

std::set<std::string> reachable(const FolderGraph& graph, const std::string& folder) {
    std::set<std::string> seen = {folder};
    std::vector<std::string> open = {folder};
    while (!open.empty()) {
        const auto entry = graph.find(open.back());
        open.pop_back();
        if (entry == graph.end()) {
            continue;
        }
        for (const std::string& next : entry->second) {
            if (seen.insert(next).second) {
                open.push_back(next);
            }
        }
    }
    return seen;
}

Findings check_own_includes(const SourceFile& file, const FolderGraph& graph) {
    Findings findings;
    const std::string folder = folder_name(file.path);
    const std::set<std::string> allowed = reachable(graph, folder);
    for (const Include& include : includes_of(file)) {
        const bool made_by_moc = include.name.ends_with(".moc") && !file.is_header();
        if (!include.quoted || made_by_moc) {
            continue;
        }
        if (!starts_with_any(include.name, {"engine/", "ui/", "app/", "tests/"})) {
            findings.push_back({file.path,
                                include.line,
                                "includes \"" + include.name + "\", not from the root",
                                "\"" + file.folder() + "/" + include.name + "\""});
            continue;
        }
        const std::string target = folder_name(include.name);
        if (!folder.empty() && allowed.count(target) == 0) {
            findings.push_back({file.path,
                                include.line,
                                folder + " includes " + include.name,
                                "use only " + joined(allowed) +
                                    ", or move the code to a folder that may; a new dependency is "
                                    "a change of the graph in tests/rules/dependency_rules.cpp"});
        }
    }
    return findings;
}

const FolderGraph& inner_graph() {
    static const FolderGraph kGraph = [] {
        const std::string importers = "engine/importers";
        const std::string formats = importers + "/formats";
        FolderGraph graph = {{importers, {formats, importers + "/published"}},
                             {importers + "/read", {}},
                             {importers + "/draft", {importers + "/read"}},
                             {importers + "/published", {importers + "/read"}},
                             {formats, {importers + "/draft"}}};
        for (const char* const family :
             {"cloud", "dlio", "fio", "general", "gpu", "monitors", "storage", "training"}) {
            graph[formats + "/" + family] = {formats};
        }
        // The iostat that DLIO starts is told by the configuration beside it.
        graph[formats + "/monitors"].insert(formats + "/dlio");
        return graph;
    }();
    return kGraph;
}

Findings check_inner_includes(const SourceFile& file, const FolderGraph& graph) {
    const std::string folder = file.folder();
    const auto top = std::find_if(graph.begin(), graph.end(), [&](const auto& entry) {
        return (folder + "/").starts_with(entry.first + "/");
    });
    if (top == graph.end()) {
        return {};
    }
    if (graph.count(folder) == 0) {
        return {
            {file.path, 0, "lies in " + folder, "a folder of inner_graph(), or enter it there"}};
    }
    Findings findings;
    const std::set<std::string> allowed = reachable(graph, folder);
    for (const Include& include : includes_of(file)) {
        const std::string target = include.name.substr(0, include.name.rfind('/'));
        if (include.quoted && target.starts_with(top->first) && allowed.count(target) == 0) {
            findings.push_back({file.path,
                                include.line,
                                folder + " includes " + include.name,
                                "use only " + joined(allowed)});
        }
    }
    return findings;
}

Findings check_library_includes(const SourceFile& file) {
    Findings findings;
    const auto complain = [&](const Include& include, const std::string& instead) {
        findings.push_back({file.path, include.line, "includes <" + include.name + ">", instead});
    };
    const bool may_show_header =
        !file.is_header() || !file.in("engine/") || headers_of_libraries().contains(file.path);
    for (const Include& include : includes_of(file)) {
        if (include.quoted) {
            continue;
        }
        if (is_qt_header(include.name)) {
            if (!starts_with_any(file.path, {"ui/", "app/gui/", "tests/ui/", "tests/app/"})) {
                complain(include, "the standard library; Qt belongs to ui and app/gui only");
            }
            continue;
        }
        const auto library =
            std::find_if(libraries().begin(), libraries().end(), [&](const Library& candidate) {
                return starts_with_any(include.name, candidate.headers);
            });
        const bool is_standard = include.name.find_first_of("./") == std::string::npos;
        if (library == libraries().end()) {
            if (!is_standard && !is_system_header(include.name)) {
                complain(include,
                         "a library of the lists in tests/rules/dependency_rules.cpp, or enter the "
                         "new one there with the folders that may use it");
            }
            continue;
        }
        if (!starts_with_any(file.path, library->folders)) {
            std::string folders;
            for (const std::string_view folder : library->folders) {
                folders += " " + std::string(folder);
            }
            complain(include,
                     "a function of a folder that may use " + std::string(library->name) + ":" +
                         folders);
        } else if (!may_show_header) {
            complain(include,
                     "a forward declaration, and the include in the .cpp or in a header of "
                     "headers_of_libraries()");
        }
    }
    return findings;
}

std::vector<DeclaredModule> declared_modules(std::string_view cmake) {
    // A name with ${…} in it is the body of a function that makes libraries, not a library.
    static const std::regex kModule(R"(^\s*throughline_(ui_)?module\(\s*(\w+)((?:\s[^)]*)?)\))",
                                    std::regex::multiline);
    static const std::regex kTarget(R"(throughline::(\w+))");
    std::vector<DeclaredModule> modules;
    const std::string text(cmake);
    for (std::sregex_iterator at(text.begin(), text.end(), kModule), end; at != end; ++at) {
        DeclaredModule module{(*at)[1].str() + (*at)[2].str(), {}};
        const std::string body = (*at)[3].str();
        for (std::sregex_iterator use(body.begin(), body.end(), kTarget); use != end; ++use) {
            module.uses.insert((*use)[1].str());
        }
        modules.push_back(std::move(module));
    }
    return modules;
}

std::string folder_of_target(std::string_view target) {
    return target.starts_with("ui_") ? "ui/" + std::string(target.substr(3)) : std::string(target);
}

Findings check_declared(const std::string& path, std::string_view cmake, const FolderGraph& graph) {
    Findings findings;
    const std::string folder = folder_name(path);
    for (const DeclaredModule& module : declared_modules(cmake)) {
        if (folder_of_target(module.name) != folder || graph.count(folder) == 0) {
            findings.push_back({path,
                                0,
                                "makes the library " + module.name,
                                "one library a folder, of the folder's name, that stands in the "
                                "graph of tests/rules/dependency_rules.cpp"});
            continue;
        }
        const std::set<std::string> allowed = reachable(graph, folder);
        for (const std::string& use : module.uses) {
            const bool is_flags = use == "build_flags" || use == "ui_flags";
            if (!is_flags && allowed.count(folder_of_target(use)) == 0) {
                findings.push_back({path,
                                    0,
                                    module.name + " declares throughline::" + use,
                                    "only " + joined(allowed)});
            }
        }
    }
    return findings;
}

}  // namespace throughline::rules
