import { endpoint } from "@/lib/operation/endpoint";
import { setScheduleActive } from "@/lib/schedule/operations";

export const PUT = endpoint(setScheduleActive);
