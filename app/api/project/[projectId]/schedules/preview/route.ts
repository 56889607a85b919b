import { endpoint } from "@/lib/operation/endpoint";
import { previewSchedule } from "@/lib/schedule/operations";

export const POST = endpoint(previewSchedule);
