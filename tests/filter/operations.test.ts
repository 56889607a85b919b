import { beforeAll, describe, expect, it } from "vitest";
import { listFilters, replaceFilters } from "@/lib/filter/operations";
import { freshDatabase } from "../support/database";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});

type Who = "guest" | "owner";
const here = () => ({ projectId: w.projectId });
const replace = (who: Who, ...filters: object[]) => w.call(replaceFilters, who, here(), { filters });
const list = (who: Who) => w.call(listFilters, who, here(), {});

describe("saved filters", () => {
  it("are one user's, in one project", async () => {
    expect(await list("guest")).toEqual([]);
    await replace("guest", { name: " Failures ", query: "status=error" }, { name: "Mine", query: "user=1" });
    await replace("owner", { name: "Failures", query: "status=stopped" });
    expect(await list("guest")).toEqual([
      { name: "Failures", query: "status=error" },
      { name: "Mine", query: "user=1" },
    ]);
    expect(await list("owner")).toEqual([{ name: "Failures", query: "status=stopped" }]);
    expect(await w.call(listFilters, "stranger", { projectId: w.otherProjectId }, {})).toEqual([]);
  });

  it("are replaced as a whole", async () => {
    await replace("guest", { name: "Only", query: "q=x" });
    expect(await list("guest")).toEqual([{ name: "Only", query: "q=x" }]);
    await replace("guest");
    expect(await list("guest")).toEqual([]);
  });

  it("have names of their own and a query", async () => {
    const twice = replace(
      "guest",
      { name: "A", query: "q=x" },
      { name: "B", query: "q=y" },
      { name: " A", query: "q=z" },
    );
    expect(await refusal(twice)).toEqual({ status: 400, error: "filters[2].name: Another filter has this name" });
    for (const query of ["", undefined])
      expect(await refusal(replace("guest", { name: "A", query }))).toMatchObject({
        status: 400,
        error: expect.stringMatching(/^filters\[0\]\.query: /),
      });
  });

  it("need a name, and are at most 50", async () => {
    expect(await refusal(replace("guest", { name: " ", query: "q=x" }))).toMatchObject({ status: 400 });
    const many = Array.from({ length: 51 }, (_, count) => ({ name: `f${count}`, query: "q=x" }));
    expect(await refusal(replace("guest", ...many))).toMatchObject({ status: 400 });
    await replace("guest", ...many.slice(1));
    expect(await list("guest")).toHaveLength(50);
  });
});
