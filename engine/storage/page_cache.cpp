// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/page_cache.h"
