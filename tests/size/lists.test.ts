import { afterAll, beforeAll, expect, test } from "vitest";
import { openExplaining, type Ran } from "@/bench/size/explain";
import { fill } from "@/bench/size/fill";
import { listOperations, measureList } from "@/bench/size/lists";
import { rounds } from "@/bench/size/rounds";
import { connect } from "@/db/connect";
import { openSession } from "@/lib/session/sessions";
import { freshDatabase } from "../support/database";
import { GROWING } from "../support/growing";

const SCALE = 1 / 100;
/** For what a list needs beside its rows, such as the queue when tasks wait. */
const PAGES = 1_500;
const PAGES_PER_ROW = 30;
/** A small project is read whole and sorted; deliveries are filtered within a project, which keeps a limited number of them. */
const DISCARDED = 600;

const db = await freshDatabase();
/** On so small a database, plans for these values and for any values cost almost the same, and chance decides between them. */
const BY_VALUES = { plan_cache_mode: "force_custom_plan" };
const explaining = openExplaining(process.env.DATABASE_URL ?? "", BY_VALUES);
afterAll(() => explaining.db.close());

const people: Record<string, string> = {};
beforeAll(async () => {
  const client = connect(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  await fill(client, SCALE).finally(() => client.end());
  const origin = { ip: "127.0.0.1", userAgent: "tests" };
  people.admin = await openSession(db, 1, origin);
  people.quiet = await openSession(db, 2, origin);
});

/** Filters of tasks and events that no index knows look through so many, and no more. */
const SEARCHES: ReadonlySet<string> = new Set(["user_id", "trigger", "since", "until", "version", "search"]);
const SEARCHED = 10_000;
const PAGES_PER_SEARCHED = 5;

const searchedBy = (list: string, query: Record<string, unknown>): number =>
  /^(task|event)\./.test(list) && Object.keys(query).some((name) => SEARCHES.has(name)) ? SEARCHED : 0;

const growing = ({ scans }: Ran) => scans.filter(({ relation }) => GROWING.has(relation));

/** Of what the seeded database has none. */
const UNSEEDED: ReadonlySet<string> = new Set(["workflow.items"]);
const seeded = listOperations().filter(({ name }) => !UNSEEDED.has(name));

test.each(seeded)("$name reads no more than it shows, with any filter at any depth", async (list) => {
  const measured = await measureList(explaining, list, people);
  expect(measured.length).toBeGreaterThan(0);
  for (const { as, params, query, rows, ran } of measured) {
    const searched = searchedBy(list.name, query);
    const what = JSON.stringify({ as, ...params, ...query });
    const scans = ran.flatMap(growing);
    expect(
      scans.filter(({ how }) => how.startsWith("Seq Scan")),
      what,
    ).toEqual([]);
    expect(
      scans.filter(({ discarded }) => discarded > DISCARDED + searched),
      what,
    ).toEqual([]);
    const pages = ran.reduce((sum, statement) => sum + statement.pages, 0);
    expect(pages, what).toBeLessThanOrEqual(PAGES + PAGES_PER_ROW * rows + PAGES_PER_SEARCHED * searched);
  }
});

test("all lists are found", () => {
  expect(listOperations().length).toBeGreaterThan(40);
});

test.each(Object.entries(rounds))("%s reads little when there is nothing to do", async (_name, run) => {
  const ran = await explaining.ranBy(() => run(explaining.db));
  expect(ran.reduce((sum, { pages }) => sum + pages, 0)).toBeLessThanOrEqual(PAGES);
});
