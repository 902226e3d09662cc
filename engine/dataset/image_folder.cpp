// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/image_folder.h"
