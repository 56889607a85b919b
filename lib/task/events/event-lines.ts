import { AppError } from "@/lib/operation/errors";
import { TaskEvent } from "@/lib/protocol/events";
import { parseJson } from "@/lib/protocol/json-text";

/** The events of a chunk, one in a line. */
export const readEvents = ({ text }: { text: string }): TaskEvent[] => text.split("\n").map(readEvent);

function readEvent(line: string): TaskEvent {
  const { data } = TaskEvent.safeParse(parseJson(line));
  if (!data) throw new AppError("invalid", { issues: [{ path: "text", key: "invalidValue" }] });
  return data;
}
