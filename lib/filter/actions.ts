"use server";

import * as operations from "@/lib/filter/operations";
import { action } from "@/lib/operation/action";

export const replaceFilters = action(operations.replaceFilters);
