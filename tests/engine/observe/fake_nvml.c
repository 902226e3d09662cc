/* SPDX-License-Identifier: Apache-2.0 */
/* The management library of a driver with one GPU, /dev/nvidia2, on 16 lanes of generation 4, that is
 * busy 37 % of the time and receives 12 GB/s. Its signatures are those of the NVML API reference. */
#include <stddef.h>

struct shares {
    unsigned gpu;
    unsigned memory;
};

static int device_two;

int nvmlInit_v2(void);
int nvmlDeviceGetCount_v2(unsigned* count);
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device);
int nvmlDeviceGetMinorNumber(void* device, unsigned* minor);
int nvmlDeviceGetUtilizationRates(void* device, struct shares* shares);
int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts);
int nvmlDeviceGetClockInfo(void* device, int clock, unsigned* megahertz);
int nvmlDeviceGetPcieThroughput(void* device, int direction, unsigned* kilobytes);
int nvmlDeviceGetCurrPcieLinkGeneration(void* device, unsigned* generation);
int nvmlDeviceGetCurrPcieLinkWidth(void* device, unsigned* lanes);

/* 0 is success, 2 an invalid argument. */
static int answer(const void* device, unsigned* number, unsigned value) {
    if (device != &device_two || number == NULL) {
        return 2;
    }
    *number = value;
    return 0;
}

int nvmlInit_v2(void) {
    return 0;
}

int nvmlDeviceGetCount_v2(unsigned* count) {
    *count = 1;
    return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
    *device = &device_two;
    return index == 0 ? 0 : 2;
}

int nvmlDeviceGetMinorNumber(void* device, unsigned* minor) {
    return answer(device, minor, 2);
}

int nvmlDeviceGetUtilizationRates(void* device, struct shares* shares) {
    shares->memory = 5;
    return answer(device, &shares->gpu, 37);
}

int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
    return answer(device, milliwatts, 251500);
}

int nvmlDeviceGetClockInfo(void* device, int clock, unsigned* megahertz) {
    return clock == 1 ? answer(device, megahertz, 1410) : 2;
}

int nvmlDeviceGetPcieThroughput(void* device, int direction, unsigned* kilobytes) {
    return answer(device, kilobytes, direction == 1 ? 12000000 : 1);
}

int nvmlDeviceGetCurrPcieLinkGeneration(void* device, unsigned* generation) {
    return answer(device, generation, 4);
}

int nvmlDeviceGetCurrPcieLinkWidth(void* device, unsigned* lanes) {
    return answer(device, lanes, 16);
}
