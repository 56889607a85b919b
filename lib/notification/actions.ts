"use server";

import * as operations from "@/lib/notification/operations";
import { action } from "@/lib/operation/action";

export const retryNotification = action(operations.retryNotification);
export const testChannel = action(operations.testChannel);
