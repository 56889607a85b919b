import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { views } from "@/db/schema/views";
import { listFields } from "@/lib/operation/http/list-file";
import { OWN_TYPE } from "@/lib/operation/media-type";
import { routes } from "@/lib/server/routes.gen";
import { newTask, newTemplate } from "./cases/fixtures";
import { type Place, Site } from "./support/site";

const site = await Site.open();
let place: Place;
beforeAll(async () => {
  place = await site.newPlace("exported");
});

const linesOf = (csv: string): string[] => csv.replace(/^\uFEFF/, "").split("\r\n");

/** The lists of a project that need no other id. */
const LISTS = routes.flatMap(({ path, handlers }) => {
  const list = "GET" in handlers ? handlers.GET : null;
  const fields = list && "operation" in list ? listFields(list.operation) : null;
  return fields && /^\/api\/project\/:projectId\/[^:]+$/.test(path)
    ? [[path.replace("/api/project/:projectId/", ""), fields] as const]
    : [];
});

/** Those that screens name. */
const LISTS_OF_SCREENS = readdirSync("components", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .flatMap((file) => [...readFileSync(`components/${file}`, "utf8").matchAll(/\blistOf\("GET ([^"]+)"/g)])
  .map(([, path]) => path);

describe("the export of a list", () => {
  it("exists for the lists of a project", () => {
    expect(LISTS.length).toBeGreaterThan(15);
    expect(LISTS.map(([path]) => path)).toEqual(expect.arrayContaining(["keys", "templates", "tasks", "events"]));
  });

  it.each(LISTS_OF_SCREENS)("exists for a list that a screen exports: %s", (path) => {
    const handlers = routes.find((route) => route.path === `/api${path}`)?.handlers ?? {};
    const list = "GET" in handlers ? handlers.GET : null;
    expect(list && "operation" in list && listFields(list.operation)).toEqual(expect.any(Array));
  });

  it("has the chosen users, with what the caller may see of them", async () => {
    const { admin, guest } = site.w.userIds;
    const json = await site.call("admin", "GET", `/users?export=json&only=${admin}`);
    expect(JSON.parse(json.text)).toMatchObject([{ id: admin, username: "admin", admin: true }]);
    expect(json.headers.get("content-disposition")).toBe('attachment; filename="users.json"');
    const csv = await site.call("guest", "GET", `/users?export=csv&only=${guest}`);
    expect(linesOf(csv.text)).toEqual([
      "id,created,username,name,email,admin,external,alert",
      `${guest},,guest,The guest,,,,`,
      "",
    ]);
  });

  it("is refused for a list that cannot be read to its end by ids", async () => {
    const schedule = { name: "s", template_id: await newTemplate(place), cron_format: "@daily", active: false };
    const { body } = await site.call("owner", "POST", place.path("schedules"), { body: schedule });
    const fires = place.path(`schedules/${(body as { id: number }).id}/fires`);
    expect(await site.call("guest", "GET", fires)).toMatchObject({ status: 200, body: [] });
    expect(await site.call("guest", "GET", `${fires}?export=csv`)).toMatchObject({
      status: 400,
      body: { error: "export: Invalid value" },
    });
  });

  it("is refused for a log, which is read in windows", async () => {
    const output = place.path(`tasks/${await newTask(place, { template_id: await newTemplate(place) })}/output`);
    expect(await site.call("guest", "GET", output)).toMatchObject({ status: 200, body: [] });
    expect(await site.call("guest", "GET", `${output}?export=csv`)).toMatchObject({
      status: 400,
      body: { error: "export: Invalid value" },
    });
  });

  it.each(LISTS)("has the rows of the list, and its access: %s", async (path, fields) => {
    const at = (query: string) => place.path(`${path}${query}`);
    const csv = await site.call("guest", "GET", at("?export=csv"));
    const list = await site.call("guest", "GET", at(""), { headers: { accept: OWN_TYPE } });
    expect(csv.status).toBe(list.status);
    if (list.status !== 200) return;
    expect(csv.headers.get("content-disposition")).toMatch(/^attachment; filename="[a-z_]+\.csv"$/);
    expect(linesOf(csv.text)[0]).toBe(fields.join(","));
    const json = await site.call("guest", "GET", at("?export=json"));
    expect(JSON.parse(json.text)).toEqual(list.body);
    for (const [as, status] of [
      ["stranger", 404],
      ["anonymous", 401],
    ] as const) {
      expect((await site.call(as, "GET", at(""))).status).toBe(status);
      expect((await site.call(as, "GET", at("?export=csv"))).status).toBe(status);
    }
  });

  it("makes text of what a spreadsheet would run", async () => {
    const names = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1", 'a "quoted", name', "plain"];
    // Names that were stored before they were trimmed begin with a blank.
    const { projectId: project_id } = place;
    await site.w.db.insert(views).values(names.map((title, position) => ({ project_id, title, position })));
    const { text } = await site.call("guest", "GET", place.path("views?export=csv"));
    for (const cell of ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\tx", `"'\rx"`, "'＝1", '"a ""quoted"", name"', "plain"])
      expect(text).toContain(`,${cell},`);
  });

  it("reads all pages of a long list", async () => {
    const count = 2500;
    await site.w.db.execute(sql`insert into events (project_id, object_type, description)
      select ${place.projectId}, 'view', 'number ' || n from generate_series(1, ${count}) n`);
    const { text } = await site.call(
      "owner",
      "GET",
      place.path("events?export=json&object_type=view&limit=3&before=7"),
    );
    const found = (JSON.parse(text) as { id: number; description: string }[]).filter(({ description }) =>
      description.startsWith("number "),
    );
    expect(found.map(({ description }) => description)).toEqual(
      Array.from({ length: count }, (_, at) => `number ${count - at}`),
    );
  });

  it("keeps the list's filters, and takes only the named rows", async () => {
    const template_id = await newTemplate(place);
    const [one, two, three] = [
      await newTask(place, { template_id, message: "find me" }),
      await newTask(place, { template_id, message: "find me" }),
      await newTask(place, { template_id, message: "other" }),
    ];
    const idsIn = async (query: string) => {
      const { text } = await site.call("guest", "GET", place.path(`tasks?export=json&${query}`));
      return (JSON.parse(text) as { id: number }[]).map(({ id }) => id);
    };
    expect(await idsIn(`template_id=${template_id}`)).toEqual([three, two, one]);
    expect(await idsIn("search=find")).toEqual([two, one]);
    expect(await idsIn(`search=find&only=${one},${three}`)).toEqual([one]);
    expect(await idsIn("only=0")).toEqual([]);
  });

  it("finds what is further back than a list is searched", async () => {
    const template_id = await newTemplate(place);
    const old = await newTask(place, { template_id, message: "long ago" });
    const count = 10_500;
    const { db } = site.w;
    await db.execute(sql`insert into tasks (project_id, template_id, status, snapshot)
      select project_id, template_id, 'success', snapshot from tasks, generate_series(1, ${count}) where id = ${old}`);
    await db.execute(sql`insert into events (project_id, object_type, description, created)
      select ${place.projectId}, 'key', 'e' || n, case n when 1 then '2020-01-02' else now() end from generate_series(1, ${count}) n`);
    const rowsOf = async (path: string): Promise<object[]> => JSON.parse((await site.call("guest", "GET", path)).text);
    expect(await rowsOf(place.path("tasks?search=ago"))).toEqual([]);
    for (const list of ["tasks", "tasks/last", `templates/${template_id}/tasks`])
      expect(await rowsOf(place.path(`${list}?export=json&search=ago`)), list).toMatchObject([{ id: old }]);
    for (const path of [place.path("events"), place.path("events/last"), "/events"])
      expect(await rowsOf(`${path}?export=json&until=2020-02-01T00:00:00Z`), path).toMatchObject([
        { description: "e1" },
      ]);
    expect(await rowsOf(place.path("tasks?export=json&search=nowhere"))).toEqual([]);
  });

  it("takes rows by the fields that tell them apart", async () => {
    await site.w.db.execute(sql`insert into host_keys (project_id, host, key_type, line)
      select ${place.projectId}, host, type, host || ' ' || type || ' AAAA' from
      (values ('a.example', 'ed25519'), ('a.example', 'rsa'), ('[b.example]:22', 'rsa')) v (host, type)`);
    const only = ["a.example rsa", "[b.example]:22 rsa"].map(encodeURIComponent).join(",");
    const query = new URLSearchParams({ export: "json", key: "host,key_type", only });
    const { text } = await site.call("manager", "GET", place.path(`host_keys?${query}`));
    expect(JSON.parse(text)).toMatchObject([
      { host: "[b.example]:22", key_type: "rsa" },
      { host: "a.example", key_type: "rsa" },
    ]);
    for (const wrong of ["only=%25zz", "only=1&key=a%20b"])
      expect((await site.call("manager", "GET", place.path(`host_keys?export=json&${wrong}`))).status).toBe(400);
  });

  it("hides from guests what the list hides", async () => {
    const { text } = await site.call("guest", "GET", place.path("events?export=json"));
    const events = JSON.parse(text) as object[];
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(Object.keys(event)).not.toEqual(expect.arrayContaining(["id", "ip"]));
  });

  it("refuses another format, and answers HEAD without a body", async () => {
    expect((await site.call("guest", "GET", place.path("keys?export=xml"))).status).toBe(400);
    const head = await site.call("guest", "HEAD", place.path("keys?export=csv"));
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
  });

  it("replies as documented", () => {
    expect(site.offences).toEqual([]);
  });
});
