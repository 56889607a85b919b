import type { TaskMatrix } from "@/lib/task/schema/events";

/** A matrix with the steps that changed since. */
export function merged(known: TaskMatrix, news: TaskMatrix): TaskMatrix {
  if (news.steps.length === 0) return known.events === news.events ? known : { ...known, events: news.events };
  const steps = [...known.steps];
  for (const step of news.steps) steps[step.number] = step;
  return { events: news.events, hosts: news.hosts, steps };
}
