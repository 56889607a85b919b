import { endpoint } from "@/lib/operation/endpoint";
import { LONG_BODY_BYTES } from "@/lib/operation/http/request";
import { deleteSchedule, getSchedule, updateSchedule } from "@/lib/schedule/operations";

export const GET = endpoint(getSchedule);
export const PUT = endpoint(updateSchedule, { maxBytes: LONG_BODY_BYTES });
export const DELETE = endpoint(deleteSchedule);
