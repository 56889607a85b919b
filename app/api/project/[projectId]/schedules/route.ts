import { endpoint } from "@/lib/operation/endpoint";
import { LONG_BODY_BYTES } from "@/lib/operation/http/request";
import { createSchedule, listSchedules } from "@/lib/schedule/operations";

export const GET = endpoint(listSchedules);
export const POST = endpoint(createSchedule, { status: 201, maxBytes: LONG_BODY_BYTES });
