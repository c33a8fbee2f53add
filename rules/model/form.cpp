#include "rules/model/form.h"
