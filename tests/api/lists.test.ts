import { beforeAll, describe, expect, it } from "vitest";
import { SSH_KEY } from "../support/ssh-key";
import { newTask, newTemplate, templateOf } from "./cases/fixtures";
import { type Place, Site } from "./support/site";

const site = await Site.open();
let place: Place;
/** Created in an order that matches no sorting. */
const NAMES = ["b", "c", "a"];

beforeAll(async () => {
  place = await site.newPlace("lists");
  const types = { a: "login_password", b: "none", c: "ssh" } as const;
  const secrets = { login_password: { password: "p" }, ssh: { private_key: SSH_KEY } };
  const keys: Record<string, number> = {};
  for (const name of NAMES) {
    keys[name] = await place.make("keys", { name, type: types[name as keyof typeof types], ...secrets });
  }
  const repositories: Record<string, number> = {};
  const inventories: Record<string, number> = {};
  for (const [index, name] of NAMES.entries()) {
    const git_url = `/srv/${"cab"[index]}`;
    repositories[name] = await place.make("repositories", { name, git_url, ssh_key_id: keys["acb"[index] ?? ""] });
    inventories[name] = await place.make("inventory", { name, type: "static" });
    await place.make("environment", { name, json: "{}" });
    await place.make("integrations", { name });
    await place.make("templates", {
      name,
      app: "bash",
      playbook: `${"cab"[index]}.sh`,
      repository_id: repositories[name],
      inventory_id: inventories[name],
    });
  }
});

/** The names that exist only in these lists, in their order. */
async function namesIn(path: string): Promise<string[]> {
  const { body } = await site.call("guest", "GET", place.path(path));
  return (body as { name: string }[]).map(({ name }) => name).filter((name) => NAMES.includes(name));
}

describe("a list", () => {
  it.each(["keys", "repositories", "inventory", "environment", "templates", "integrations"])(
    "of %s is sorted by name, also for an unknown column",
    async (path) => {
      expect(await namesIn(path)).toEqual(["a", "b", "c"]);
      expect(await namesIn(`${path}?sort=password_hash`)).toEqual(["a", "b", "c"]);
      expect(await namesIn(`${path}?sort=name&order=desc`)).toEqual(["c", "b", "a"]);
      expect(await namesIn(`${path}?order=upwards`)).toEqual(["a", "b", "c"]);
    },
  );

  it.each([
    ["keys?sort=type", ["a", "b", "c"]],
    ["repositories?sort=git_url", ["c", "a", "b"]],
    ["repositories?sort=ssh_key", ["b", "a", "c"]],
    ["templates?sort=playbook", ["c", "a", "b"]],
    ["templates?sort=inventory&order=desc", ["c", "b", "a"]],
    ["templates?sort=repository", ["a", "b", "c"]],
  ])("can be sorted by other columns: %s", async (path, names) => {
    expect(await namesIn(path)).toEqual(names);
  });

  it.each([
    ["username", ["guest", "manager", "owner", "task_runner"]],
    ["role", ["guest", "manager", "owner", "task_runner"]],
  ])("of the team is sorted by %s", async (sort, expected) => {
    const { body } = await site.call("owner", "GET", place.path(`users?sort=${sort}`));
    expect((body as { username: string }[]).map(({ username }) => username)).toEqual(expected);
  });
});

describe("tasks", () => {
  it("are listed newest first, and paged on request", async () => {
    const template = await newTemplate(place);
    const [first, second, third] = [
      await newTask(place, { template_id: template }),
      await newTask(place, { template_id: template }),
      await newTask(place, { template_id: template }),
    ];
    const idsIn = async (path: string) => {
      const { body } = await site.call("guest", "GET", place.path(path));
      return (body as { id: number }[]).map(({ id }) => id);
    };
    for (const list of ["tasks", "tasks/last", `templates/${template}/tasks`, `templates/${template}/tasks/last`]) {
      expect(await idsIn(list)).toEqual([third, second, first]);
      expect(await idsIn(`${list}?limit=2`)).toEqual([third, second]);
      for (const none of ["", "0", "x", "-1", "5000"])
        expect(await idsIn(`${list}?limit=${none}`)).toEqual([third, second, first]);
      expect(await idsIn(`${list}?limit=1&before=${third}`)).toEqual([second]);
    }
    expect(await idsIn(`templates/${await templateOf(place)}/tasks`)).toEqual([]);
  });
});
