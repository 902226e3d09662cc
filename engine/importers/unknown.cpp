// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/unknown.h"

#include <array>

#include "engine/base/say.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace {

/// Two marks that both stand in the text; the second may be "".
struct Mark {
    std::string_view one;
    std::string_view other;
    const char* says;
};

constexpr const char* kNvidiaMoment = to_say(
    "the state of GPUs at one moment: record a series with nvidia-smi "
    "--query-gpu=timestamp,index,utilization.gpu,memory.used --format=csv -l 1");
constexpr const char* kAmdText =
    to_say("the text of amd-smi: save it as CSV (amd-smi monitor --watch 1 --csv --file FILE)");
constexpr const char* kExposition = to_say(
    "what a Prometheus exporter serves, one moment of its counters: let Prometheus collect "
    "it, and save a query over time as JSON (/api/v1/query_range)");

constexpr const char* kScenarios = to_say(
    "scenarios of What if, which hold no results: open the file alone in the window, or ask "
    "throughline-engine whatif FILE");

constexpr std::array kTexts{
    Mark{"\"base\":", "\"scenarios\":", kScenarios},
    Mark{"\"base\":", "\"calibration\":", kScenarios},
    Mark{"Run status group",
         "fio-",
         to_say("fio's text output, but no job in it is complete: import fio's JSON (fio "
                "--output-format=json)")},
    Mark{"fio: ",
         "",
         to_say("messages of fio without a result: read them, then run fio again with "
                "--output-format=json --output=FILE")},
    Mark{"[global]",
         "rw=",
         to_say("a fio job file, which holds no result: run it with fio --output-format=json "
                "--output=FILE")},
    Mark{"Vdbench",
         "",
         to_say("a report of vdbench: import the rates of its flatfile.html as a CSV")},
    Mark{"Iozone: Performance Test",
         "",
         to_say("a report of IOzone, but no row of its table is complete: let it run to its end")},
    Mark{"Version 1.0",
         "Sequential Output",
         to_say("a report of bonnie++ 1.0, which is not read: run bonnie++ 1.97 or newer")},
    Mark{"Version 1.9",
         "Sequential Output",
         to_say("a report of bonnie++, but no rate in it is complete: let it run to its end")},
    Mark{"# darshan log version",
         "",
         to_say("the text of a Darshan log: save the counters you need as a CSV with a header")},
    Mark{"CUDA API Statistics",
         "",
         to_say("a report of nsys stats: export the trace as JSON (nsys export --type=json) or as "
                "a CSV")},
    Mark{"Performance counter stats for",
         "",
         to_say("a report of perf stat, which is not imported")},
    Mark{"Filesystem", "Mounted on", to_say("the output of df, which holds no rates")},
    Mark{"Tasks:",
         "load average:",
         to_say("the output of top: record the machine with sar, vmstat or iostat instead")},
    Mark{"Processes:",
         "Load Avg:",
         to_say("the output of top: record the machine with iostat or vmstat instead")},
    Mark{"NVIDIA-SMI ",
         "Driver Version",
         to_say(
             "the table of nvidia-smi, one moment without a rate: record a series with nvidia-smi "
             "--query-gpu=timestamp,index,utilization.gpu,memory.used --format=csv -l 1")},
    Mark{"NVSMI LOG", "Attached GPUs", kNvidiaMoment},
    Mark{"<nvidia_smi_log", "", kNvidiaMoment},
    Mark{"# gpu",
         " pid ",
         to_say("the processes that nvidia-smi pmon lists: record the GPUs with nvidia-smi dmon -o "
                "DT")},
    Mark{"ROCm System Management Interface",
         "",
         to_say("the text of rocm-smi: save it as JSON (rocm-smi --showuse --showpower --showtemp "
                "--showmeminfo vram --json)")},
    Mark{"GPU  POWER", "_T", kAmdText},
    Mark{"GPU: 0", "USAGE:", kAmdText},
    Mark{"# HELP ", "# TYPE ", kExposition},
    Mark{"# TYPE ", " counter\n", kExposition},
    Mark{"# TYPE ", " gauge\n", kExposition},
    Mark{"Filesystem", "rops/s", to_say("a report of cifsiostat, which is not imported")},
    Mark{"Tape:", "Rs/s", to_say("a report of tapestat, which is not imported")},
    Mark{"<!DOCTYPE html", "", to_say("a web page: save the result itself, as text, CSV or JSON")},
    Mark{"<html", "", to_say("a web page: save the result itself, as text, CSV or JSON")},
    Mark{"wandb:", "", to_say("messages of Weights & Biases: export the run's charts as CSV")},
    Mark{"mlflow", "run_id", to_say("an MLflow file: export the run's metrics as CSV")},
    Mark{"version https://git-lfs",
         "oid sha256",
         to_say("a Git LFS pointer, not the file itself: fetch it (git lfs pull)")},
    Mark{"Traceback (most recent call last)",
         "",
         to_say("a Python program that failed, without a rate before it")},
    Mark{"it/s]",
         "",
         to_say("tqdm progress bars, which count steps and not samples: log the samples per second "
                "(Hugging Face: train_samples_per_second)")},
    Mark{
        "\"sysstat\"",
        "\"hosts\"",
        to_say(
            "sysstat JSON with nothing that can be imported: print iostat, mpstat or sadf as JSON, "
            "pidstat as text")},
    Mark{"Linux ",
         " CPU)",
         to_say("a report of sysstat without a table that is imported: print processors, disks and "
                "network with sar -u -d -n DEV")},
};

struct Magic {
    std::string_view bytes;
    const char* says;
};

constexpr std::array kBinaries{
    Magic{"SQLite format 3",
          to_say("an SQLite database: export the table as CSV (nsys: nsys export --type=json)")},
    Magic{"PK\x03\x04",
          to_say("a ZIP archive (or a spreadsheet): unpack it, or save the sheet as CSV")},
    Magic{"\xfd"
          "7zXZ",
          to_say("an xz archive: unpack it (unxz)")},
    Magic{"BZh", to_say("a bzip2 archive: unpack it (bunzip2)")},
    Magic{"7z\xbc\xaf", to_say("a 7-Zip archive: unpack it")},
    Magic{"%PDF", to_say("a PDF: only data files can be imported")},
    Magic{"\x89PNG", to_say("a picture: only data files can be imported")},
    Magic{"\xff\xd8\xff", to_say("a picture: only data files can be imported")},
    Magic{"\x93NUMPY", to_say("a NumPy array: save it as CSV with a header (numpy.savetxt)")},
    Magic{"PAR1", to_say("a Parquet file: save it as CSV (pandas: to_csv)")},
    Magic{"\x89HDF", to_say("an HDF5 file: save the table as CSV (pandas: to_csv)")},
    Magic{"\x7f"
          "ELF",
          to_say("a program or binary file, not a result")},
    Magic{"\x96\xd5", to_say("a sar data file: print it with sadf -j FILE -- -A")},
    Magic{"\xd5\x96", to_say("a sar data file: print it with sadf -j FILE -- -A")},
    Magic{"\xce\xca\xef\xbe", to_say("an atop raw file: print it with atop -r FILE -P DSK,CPU")},
};

}  // namespace

std::string why_unknown(std::string_view head) {
    for (const Mark& mark : kTexts) {
        if (contains(head, mark.one) && (mark.other.empty() || contains(head, mark.other))) {
            return say("it looks like %1", say(mark.says));
        }
    }
    return say(
        "unknown format (first 64 KiB); your own tables can be imported as CSV with a header");
}

std::string why_binary(std::string_view head, std::size_t zero) {
    for (const Magic& magic : kBinaries) {
        if (head.starts_with(magic.bytes)) {
            return say(magic.says);
        }
    }
    constexpr std::size_t kTarMark = 257;
    if (head.size() > kTarMark && head.substr(kTarMark).starts_with("ustar")) {
        return say("a tar archive: unpack it, and import the folder");
    }
    constexpr std::size_t kEventMark = 64;  // a record of TensorBoard begins with its length
    if (contains(head.substr(0, kEventMark), "brain.Event:")) {
        return say("a TensorBoard event file: download its scalars as CSV in TensorBoard");
    }
    return say("a binary file (a zero byte at %1) of no known format", std::to_string(zero));
}

}  // namespace throughline::importers
