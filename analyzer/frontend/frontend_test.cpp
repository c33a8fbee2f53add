// Lowering checked on small sources.
#include <gtest/gtest.h>
