import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { listLastEvents } from "@/lib/event/operations";
import { load } from "@/lib/operation/load";

const AT_ONCE = 50;

/** Query of the page; `before`: the id of an event, to show older ones. */
export type HistorySearch = Promise<{ before?: string }>;

/** What happened to one resource, newest first, with the query that shows older events. */
export async function loadHistory(projectId: number, object_type: string, object_id: number, search: HistorySearch) {
  const { before } = await search;
  const query = { object_type, object_id, limit: AT_ONCE, before: before ? readId(before) : undefined };
  const events = await load(listLastEvents, { projectId }, query);
  const last = events.length === AT_ONCE ? events.at(-1) : undefined;
  return { events, older: last ? `?before=${last.id}` : null };
}
