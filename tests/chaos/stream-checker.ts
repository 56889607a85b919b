import { STATE_LETTERS, TaskEvent } from "@/lib/protocol/events";
import { FILE, FILE_CHECKSUM, HOSTS, STEPS, type StreamEvidence } from "./streams";

/** I12: each result exactly once, and each file whole; empty when both hold. */
export const checkStreams = (run: StreamEvidence): string[] =>
  [...checkEvents(run), ...checkFiles(run)].map((text) => `task ${run.id} (${run.status}): ${text}`);

function checkEvents({ status, total, chunks, states }: StreamEvidence): string[] {
  const found: string[] = [];
  let next = 0;
  for (const { first, lines } of chunks) {
    if (first !== next) found.push(`the events from ${next} to ${first} are missing or doubled`);
    next = first + lines.length;
  }
  if (next !== total) found.push(`${next} events are stored, but ${total} are counted`);
  const events = chunks.flatMap(({ lines }) => lines.map((line) => TaskEvent.parse(JSON.parse(line))));
  const steps = events.flatMap((event) => (event.type === "step" ? [event] : []));
  const hosts = events.flatMap((event) => (event.type === "host" ? [event.number] : []));
  if (steps.some(({ number }, index) => number !== index) || hosts.some((number, index) => number !== index))
    found.push("its steps or hosts are not numbered one after the other");
  const seen = new Map<string, string>();
  for (const event of events) {
    if (event.type !== "result") continue;
    const key = `${event.step} ${event.host}`;
    if (seen.has(key)) found.push(`step ${event.step} has two results on host ${event.host}`);
    seen.set(key, STATE_LETTERS[event.state]);
  }
  for (const [key, letter] of seen) {
    const [step = 0, host = 0] = key.split(" ").map(Number);
    if (states[step]?.[host] !== letter) found.push(`the matrix lacks step ${step} on host ${host}`);
  }
  if (status !== "success") return found;
  const numbered = steps.filter(({ name }) => name.startsWith("step "));
  const results = numbered.reduce((sum, { number }) => sum + (states[number]?.match(/o/g)?.length ?? 0), 0);
  if (results !== HOSTS * STEPS) found.push(`${HOSTS * STEPS - results} results are missing`);
  return found;
}

/** A file that is not whole must not be offered, and a success leaves all of it. */
function checkFiles({ status, files }: StreamEvidence): string[] {
  const offered = files.filter(({ stored, size }) => stored === size);
  const broken = offered.filter(({ checksum, contentChecksum }) => checksum !== contentChecksum);
  const isThere = offered.some(({ path, checksum }) => path === FILE && checksum === FILE_CHECKSUM);
  return [
    ...broken.map(({ path }) => `${path} is not what the runner sent`),
    ...(status === "success" && !isThere ? [`${FILE} is missing`] : []),
  ];
}
