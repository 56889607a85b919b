import { endpoint } from "@/lib/operation/endpoint";
import { deleteSchedule, getSchedule, updateSchedule } from "@/lib/schedule/operations";

export const GET = endpoint(getSchedule);
export const PUT = endpoint(updateSchedule);
export const DELETE = endpoint(deleteSchedule);
