import { listNotifications } from "@/lib/notification/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listNotifications);
