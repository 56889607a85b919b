import { beforeAll, describe, expect, test } from "vitest";
import { queryOf, readFilter } from "@/components/task/table/history-query";
import { type Place, Site } from "./support/site";

const site = await Site.open();
let place: Place;
beforeAll(async () => {
  place = await site.newPlace("filtered");
});

const get = (path: string) => site.call("guest", "GET", place.path(path));
const LISTS = ["tasks", "tasks/last"];

const UNREADABLE = [
  ["status", "zzz"],
  ["trigger", "zz"],
  ["since", "2027-01-01"],
  ["until", "2026-11-01T10:00:00"],
  ["search", "x".repeat(3000)],
  ["since", "0000-01-01T00:00:00Z"],
  ["until", "9999-12-31T23:59:59-12:00"],
  ["version", "x".repeat(201)],
  ["children", "yes"],
] as const;

const READABLE = [
  "status=error",
  "status=",
  "trigger=user",
  "since=2026-01-01T00:00:00Z",
  "since=2026-01-01T00:00:00%2B23:00",
  "children=true",
  "children=false",
];

describe.each(LISTS)("the filters of %s", (list) => {
  test.each(UNREADABLE)("are refused by name if they cannot be read: %s=%.20s", async (name, value) => {
    for (const query of [`${name}=${value}`, `${name}=${value}&export=csv`]) {
      const { status, body } = await get(`${list}?${query}`);
      expect([status, body]).toEqual([400, { error: expect.stringMatching(new RegExp(`^${name}: `)) }]);
    }
  });

  test.each(READABLE)("are taken: %s", async (query) => {
    expect(await get(`${list}?${query}`)).toMatchObject({ status: 200 });
  });

  test("are left out by the console if an address has unreadable ones", async () => {
    for (const [name, value] of UNREADABLE) {
      const inAddress: Record<string, string> = { [name === "search" ? "q" : name]: value };
      const { limit: _, ...query } = queryOf(readFilter((key) => inAddress[key]));
      expect(Object.values(query).filter((one) => one !== undefined)).toEqual([]);
    }
    for (const name of ["before", "after", "template", "user"]) {
      for (const id of ["0", "00", "07", "-1", "1.5", "9".repeat(10), "x"])
        expect(
          readFilter((key) => (key === name ? id : null)),
          `${name}=${id}`,
        ).toEqual({});
    }
    const moment = "2026-11-01T10:00:00+02:00";
    expect(queryOf({ since: moment, version: "1.0" })).toMatchObject({
      since: "2026-11-01T08:00:00.000Z",
      version: "1.0",
    });
  });
});

test("a type of objects that is too long is refused", async () => {
  expect((await get(`events?object_type=${"x".repeat(101)}`)).status).toBe(400);
});

test("a file is refused if it is to have only rows with what is no id", async () => {
  for (const list of ["tasks", "templates"]) {
    const { status, body } = await get(`${list}?export=csv&only=1,abc`);
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/^only: /) }]);
    expect((await get(`${list}?export=csv&only=1,2`)).status).toBe(200);
  }
});
