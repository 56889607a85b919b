/** A busy installation after years; everything else is in proportion to it. */
const FULL = {
  users: 1_000,
  projects: 200,
  templates: 5_000,
  schedules: 5_000,
  tasks: 1_000_000,
  lines: 5_000_000,
  events: 100_000,
  states: 1_000,
  versions: 50_000,
  messages: 100_000,
  deliveries: 100_000,
};
export type Sizes = Record<keyof typeof FULL, number>;

/** With fewer, Postgres would rightly read some tables as a whole. */
const LEAST: Partial<Sizes> = { users: 40, projects: 8, templates: 80, schedules: 40, states: 20, events: 10_000 };

export const sizesFor = (scale: number): Sizes =>
  Object.fromEntries(
    Object.entries(FULL).map(([name, count]) => [
      name,
      Math.max(Math.round(count * scale), LEAST[name as keyof Sizes] ?? 0),
    ]),
  ) as Sizes;
