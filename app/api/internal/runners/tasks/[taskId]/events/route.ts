import { endpoint } from "@/lib/operation/endpoint";
import { LOG_TYPE, readLogBody } from "@/lib/protocol/log-body";
import { events } from "@/lib/task/runner-operations";

export const POST = endpoint(events, { maxBytes: 2 * 1024 * 1024, form: { types: [LOG_TYPE], read: readLogBody } });
