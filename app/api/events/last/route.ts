import { listMyLastEvents } from "@/lib/event/operations";
import { eventFeed } from "@/lib/event/routes";

export const GET = eventFeed(listMyLastEvents);
