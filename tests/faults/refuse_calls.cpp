// SPDX-License-Identifier: Apache-2.0
// refuse_calls NAME[=ERRNO],… PROGRAM ARGUMENT…: starts a program to which the kernel refuses some
// system calls (seccomp), with ERRNO (EPERM = 1). Besides the names below:
//   cpu_clocks  clock_gettime of processor time alone
//   threads     clone and clone3, with EAGAIN: none can be started
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

const std::map<std::string, unsigned> kCalls{{"io_uring_setup", __NR_io_uring_setup},
                                             {"io_uring_enter", __NR_io_uring_enter},
                                             {"io_uring_register", __NR_io_uring_register},
                                             {"statx", __NR_statx},
                                             {"preadv2", __NR_preadv2},
                                             {"fadvise64", __NR_fadvise64},
                                             {"sched_setaffinity", __NR_sched_setaffinity},
                                             {"flock", __NR_flock},
                                             {"fsync", __NR_fsync},
                                             {"fdatasync", __NR_fdatasync},
                                             {"ftruncate", __NR_ftruncate},
                                             {"madvise", __NR_madvise},
                                             {"getrandom", __NR_getrandom},
                                             {"clone", __NR_clone},
                                             {"clone3", __NR_clone3}};

using Filter = std::vector<sock_filter>;

sock_filter statement(unsigned code, unsigned value) {
    return {.code = static_cast<unsigned short>(code), .jt = 0, .jf = 0, .k = value};
}
sock_filter jump(unsigned code, unsigned value, unsigned char if_true, unsigned char if_false) {
    return {.code = static_cast<unsigned short>(code), .jt = if_true, .jf = if_false, .k = value};
}

constexpr unsigned kLoad = BPF_LD | BPF_W | BPF_ABS;
constexpr unsigned kEqual = BPF_JMP | BPF_JEQ | BPF_K;
constexpr unsigned kAtLeast = BPF_JMP | BPF_JGE | BPF_K;
constexpr unsigned kReturn = BPF_RET | BPF_K;

unsigned refusal(int errno_value) {
    return SECCOMP_RET_ERRNO | (static_cast<unsigned>(errno_value) & SECCOMP_RET_DATA);
}

void refuse(Filter& filter, unsigned call, int errno_value) {
    filter.push_back(jump(kEqual, call, 0, 1));
    filter.push_back(statement(kReturn, refusal(errno_value)));
}

/// CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, and the negative ones of other threads.
void refuse_cpu_clocks(Filter& filter) {
    constexpr unsigned kNegative = 0x80000000U;
    filter.push_back(jump(kEqual, __NR_clock_gettime, 0, 5));
    filter.push_back(statement(kLoad, offsetof(seccomp_data, args)));
    filter.push_back(jump(kAtLeast, kNegative, 2, 0));
    filter.push_back(jump(kEqual, 2, 1, 0));
    filter.push_back(jump(kEqual, 3, 0, 1));
    filter.push_back(statement(kReturn, refusal(EPERM)));
    filter.push_back(statement(kLoad, offsetof(seccomp_data, nr)));
}

bool add(Filter& filter, const std::string& item) {
    const std::size_t equals = item.find('=');
    const std::string name = item.substr(0, equals);
    const int cause = equals == std::string::npos ? EPERM : std::atoi(item.c_str() + equals + 1);
    if (name == "cpu_clocks") {
        refuse_cpu_clocks(filter);
    } else if (name == "threads") {
        refuse(filter, __NR_clone, EAGAIN);
        refuse(filter, __NR_clone3, EAGAIN);
    } else if (const auto call = kCalls.find(name); call != kCalls.end()) {
        refuse(filter, call->second, cause);
    } else {
        std::fprintf(stderr, "refuse_calls: '%s' is not among its names\n", name.c_str());
        return false;
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: refuse_calls NAME[=ERRNO],... PROGRAM [ARGUMENT...]\n");
        return 2;
    }
    Filter filter{statement(kLoad, offsetof(seccomp_data, nr))};
    std::istringstream names(argv[1]);
    for (std::string name; std::getline(names, name, ',');) {
        if (!add(filter, name)) {
            return 2;
        }
    }
    filter.push_back(statement(kReturn, SECCOMP_RET_ALLOW));
    const sock_fprog program{.len = static_cast<unsigned short>(filter.size()),
                             .filter = filter.data()};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0) {
        std::fprintf(stderr, "refuse_calls: this kernel takes no filter\n");
        return 77;
    }
    ::execvp(argv[2], argv + 2);
    return 127;
}
