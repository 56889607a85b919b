import { listMyLastEvents } from "@/lib/event/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listMyLastEvents);
