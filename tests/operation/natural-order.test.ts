import { expect, test } from "vitest";
import { inNaturalOrder } from "@/lib/operation/natural-order";

const named = (...names: string[]) => names.map((name, id) => ({ id, name }));
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);

test("numbers in names sort as numbers, in both directions; equal names by id", () => {
  const rows = named("web10", "Web2", "web1", "api", "web02");
  expect(namesOf(inNaturalOrder(rows))).toEqual(["api", "web1", "Web2", "web02", "web10"]);
  expect(namesOf(inNaturalOrder(rows, "desc"))).toEqual(["web10", "Web2", "web02", "web1", "api"]);
});
