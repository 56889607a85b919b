import { endpoint } from "@/lib/operation/endpoint";
import { createSchedule, listSchedules } from "@/lib/schedule/operations";

export const GET = endpoint(listSchedules);
export const POST = endpoint(createSchedule, { status: 201 });
