// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/image_decoder.h"
