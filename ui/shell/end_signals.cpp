// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/end_signals.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <QSocketNotifier>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>

namespace throughline::ui {

namespace {

constexpr std::array kEnds{SIGTERM, SIGHUP, SIGINT};

int end_event = -1;  // of the process, because a signal handler is given nothing else

void tellEnd(int /*signal*/) {
    const int before = errno;
    const std::uint64_t one = 1;
    if (::write(end_event, &one, sizeof one) < 0) {
        errno = before;  // it was told already
    }
}

}  // namespace

EndSignals::EndSignals(QObject* parent) : QObject(parent) {
    end_event = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (end_event < 0) {
        return;
    }
    auto* told = new QSocketNotifier(end_event, QSocketNotifier::Read, this);
    connect(told, &QSocketNotifier::activated, this, [this, told] {
        told->setEnabled(false);  // once is enough
        Q_EMIT asked();
    });
    for (const int signal : kEnds) {
        struct sigaction before{};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_DFL) {  // nohup has the terminal's end ignored
            struct sigaction action{};
            action.sa_handler = tellEnd;
            action.sa_flags = SA_RESTART;
            ::sigaction(signal, &action, nullptr);
        }
    }
}

EndSignals::~EndSignals() {
    for (const int signal : kEnds) {
        struct sigaction now{};
        ::sigaction(signal, nullptr, &now);
        if (now.sa_handler == tellEnd) {
            ::signal(signal, SIG_DFL);
        }
    }
    if (end_event >= 0) {
        ::close(end_event);
        end_event = -1;
    }
}

}  // namespace throughline::ui
