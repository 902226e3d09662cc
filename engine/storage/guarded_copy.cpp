// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/guarded_copy.h"

#include <sys/ucontext.h>

#include <csetjmp>
#include <csignal>
#include <cstring>

namespace throughline::storage {
namespace {

// Where this thread goes on when its copy is interrupted; null outside a copy. volatile: written
// for the handler, which the compiler does not see being called.
thread_local sigjmp_buf* volatile t_resume = nullptr;

struct sigaction g_previous{};

// SIGBUS by a memory access is delivered to the thread that made it, at that instruction, so that
// the handler may leave by a jump (signal(7), "synchronously generated").
void on_sigbus(int signal, siginfo_t* info, void* context) {
    if (t_resume != nullptr && info->si_code > 0) {
        // The jump does not restore the signal mask, as saving it would cost each copy a call.
        ::pthread_sigmask(
            SIG_SETMASK, &static_cast<const ucontext_t*>(context)->uc_sigmask, nullptr);
        siglongjmp(*t_resume, 1);
    }
    // Not ours: the former handling comes back, and the access that is repeated meets it.
    ::sigaction(signal, &g_previous, nullptr);
    if (info->si_code <= 0) {  // sent by kill(2): nothing repeats it
        ::raise(signal);
    }
}

bool install_handler() {
    struct sigaction action{};
    action.sa_sigaction = on_sigbus;
    action.sa_flags = SA_SIGINFO;
    ::sigemptyset(&action.sa_mask);
    return ::sigaction(SIGBUS, &action, &g_previous) == 0;
}

}  // namespace

bool copy_guarded(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    static const bool kInstalled = install_handler();
    if (!kInstalled) {
        return false;
    }
    sigjmp_buf here;
    if (sigsetjmp(here, 0) != 0) {
        t_resume = nullptr;
        return false;
    }
    t_resume = &here;
    std::memcpy(to, from, bytes);
    t_resume = nullptr;
    return true;
}

}  // namespace throughline::storage
