import { listLastEvents } from "@/lib/event/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listLastEvents);
