import { beforeAll, describe, expect, it } from "vitest";
import { idOf, keyOf, look, newTemplate, repositoryOf, templateOf } from "./cases/fixtures";
import { type Place, Site } from "./support/site";

const site = await Site.open();
let place: Place;
beforeAll(async () => {
  place = await site.newPlace("names");
});

type Fields = Record<string, unknown>;

/** What has a name: where, its other fields, and the refusal of a name that is blank. */
const NAMED: [path: string, fields: () => Promise<Fields> | Fields, refusal: string, field?: string][] = [
  ["keys", () => ({ type: "none" }), "name can not be empty"],
  [
    "repositories",
    async () => ({ git_url: "/srv/code", ssh_key_id: await keyOf(place) }),
    "repository name can't be empty",
  ],
  ["inventory", () => ({ type: "static", inventory: "localhost" }), "name: Name is required"],
  ["environment", () => ({ json: "{}" }), "Environment name can not be empty"],
  ["views", () => ({ position: 1 }), "title can not be empty", "title"],
  [
    "templates",
    async () => ({ app: "bash", playbook: "run.sh", repository_id: await repositoryOf(place) }),
    "template name can not be empty",
  ],
  ["integrations", async () => ({ template_id: await templateOf(place) }), "No Name set for integration"],
];

describe("a name has no leading or trailing spaces", () => {
  it.each(NAMED)("in %s", async (path, fields, refusal, field = "name") => {
    const body = async (name: string) => ({ ...(await fields()), project_id: place.projectId, [field]: name });
    const made = await site.call("owner", "POST", place.path(path), { body: await body("\t Web 1  ") });
    expect(made.body).toMatchObject({ [field]: "Web 1" });
    const own = place.path(`${path}/${idOf(made)}`);
    const stored = await look<Fields>(place, own);
    const changed = await site.call("owner", "PUT", own, { body: { ...stored, [field]: " Web 2\n" } });
    expect(changed.status).toBeLessThan(300);
    expect(await look(place, own)).toMatchObject({ [field]: "Web 2" });
    const blank = await site.call("owner", "POST", place.path(path), { body: await body(" \t ") });
    expect([blank.status, blank.body]).toEqual([400, { error: refusal }]);
  });

  it("in projects, schedules, users and the list of applications", async () => {
    const project = await site.call("admin", "POST", "/projects", { body: { name: " Shop " } });
    expect(project.body).toMatchObject({ name: "Shop" });
    const path = `/project/${idOf(project)}`;
    await site.call("admin", "PUT", path, { body: { id: idOf(project), name: "Shop 2 " } });
    expect((await site.call("admin", "GET", path)).body).toMatchObject({ name: "Shop 2" });
    const template_id = await templateOf(place);
    const schedule = { project_id: place.projectId, template_id, name: " Nightly ", cron_format: "0 0 * * *" };
    const made = await site.call("owner", "POST", place.path("schedules"), { body: schedule });
    expect(made.body).toMatchObject({ name: "Nightly" });
    const account = { name: " Joe ", username: " joe", email: "joe@example.com ", password: "pass word" };
    const user = await site.call("admin", "POST", "/users", { body: account });
    expect(user.body).toMatchObject({ name: "Joe", username: "joe", email: "joe@example.com" });
    const app = { id: "ruby", title: " Ruby ", active: true, path: "ruby" };
    await site.call("admin", "PUT", "/apps/ruby", { body: app });
    expect((await site.call("admin", "GET", "/apps/ruby")).body).toMatchObject({ title: "Ruby" });
  });

  it("but passwords, arguments and contents stay as they were sent", async () => {
    const account = { name: "Ann", username: "ann", email: "ann@example.com", password: " pass word " };
    expect((await site.call("admin", "POST", "/users", { body: account })).status).toBe(201);
    const signIn = { auth: "ann", password: " pass word " };
    expect((await site.call("anonymous", "POST", "/auth/login", { body: signIn })).status).toBe(204);
    const trimmed = { auth: "ann", password: "pass word" };
    expect((await site.call("anonymous", "POST", "/auth/login", { body: trimmed })).status).toBe(401);
    const template = await newTemplate(place, { arguments: '[" --flag "]', description: " As it is " });
    const stored = await look(place, place.path(`templates/${template}`));
    expect(stored).toMatchObject({ arguments: '[" --flag "]', description: " As it is " });
    const inventory = await place.make("inventory", { name: "i", type: "static", inventory: "\nlocalhost\n" });
    expect(await look(place, place.path(`inventory/${inventory}`))).toMatchObject({ inventory: "\nlocalhost\n" });
  });
});
