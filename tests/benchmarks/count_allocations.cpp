// SPDX-License-Identifier: Apache-2.0
// A shared object for LD_PRELOAD that counts heap allocations of a program, thread by thread, in a
// file that another program maps and reads while the first one runs (bars/allocations.py). So the
// reader chooses the interval, and warm-up stays out of it. Counted are malloc, calloc, realloc and
// the aligned ones; operator new comes by way of malloc (libstdc++, new_op.cc).
//
// THROUGHLINE_ALLOCATION_COUNTS names the file, made beforehand with kSlots * sizeof(Slot) bytes.
// glibc only: the real functions are reached by their __libc_ names, since dlsym() itself
// allocates.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

// NOLINTBEGIN(bugprone-reserved-identifier): glibc's names
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* old, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace {

/// One thread's counts. One writer, so that counting needs no locked instruction.
struct Slot {
    std::atomic<std::int64_t> thread_id;  ///< 0: not taken
    std::atomic<std::uint64_t> allocations;
    std::atomic<std::uint64_t> bytes;
    std::uint64_t padding[5];  ///< its own cache line
};
static_assert(sizeof(Slot) == 64);
constexpr std::uint32_t kSlots = 1024;  ///< threads ever started; the last slot takes the rest

std::atomic<Slot*> slots{nullptr};
std::atomic<std::uint32_t> slots_taken{0};
// The model that needs no allocation of its own when a thread first looks.
__attribute__((tls_model("initial-exec"))) thread_local Slot* own_slot = nullptr;

Slot* take_slot(Slot* all) {
    const std::uint32_t index = slots_taken.fetch_add(1, std::memory_order_relaxed);
    Slot* slot = &all[index < kSlots ? index : kSlots - 1];
    slot->thread_id.store(gettid(), std::memory_order_relaxed);
    return slot;
}

void count(std::size_t bytes) {
    Slot* all = slots.load(std::memory_order_acquire);
    if (all == nullptr) {
        return;
    }
    if (own_slot == nullptr) {
        own_slot = take_slot(all);
    }
    const auto add = [](std::atomic<std::uint64_t>& counter, std::uint64_t more) {
        counter.store(counter.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
    };
    add(own_slot->allocations, 1);
    add(own_slot->bytes, bytes);
}

__attribute__((constructor)) void map_counts() {
    const char* path = std::getenv("THROUGHLINE_ALLOCATION_COUNTS");
    const int fd = path == nullptr ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0) {
        return;
    }
    void* memory = mmap(nullptr, kSlots * sizeof(Slot), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (memory != MAP_FAILED) {
        slots.store(static_cast<Slot*>(memory), std::memory_order_release);
    }
}

}  // namespace

extern "C" {

void* malloc(std::size_t bytes) {
    count(bytes);
    return __libc_malloc(bytes);
}

void* calloc(std::size_t items, std::size_t bytes) {
    count(items * bytes);
    return __libc_calloc(items, bytes);
}

void* realloc(void* old, std::size_t bytes) {
    count(bytes);
    return __libc_realloc(old, bytes);
}

void* memalign(std::size_t alignment, std::size_t bytes) {
    count(bytes);
    return __libc_memalign(alignment, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
    return memalign(alignment, bytes);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) {
    if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
        return EINVAL;
    }
    void* memory = memalign(alignment, bytes);
    if (memory == nullptr) {
        return ENOMEM;
    }
    *out = memory;
    return 0;
}

}  // extern "C"
