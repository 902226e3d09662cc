// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include "engine/network/proxy.h"

namespace throughline::cuda {

/// One product on tensor cores, where the device has them. Errors: those of the launch.
cudaError_t launch_proxy(const network::ProxyProduct& product, cudaStream_t stream);

}  // namespace throughline::cuda
