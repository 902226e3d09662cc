// SPDX-License-Identifier: Apache-2.0
#include "engine/prepare/make_dataset.h"
