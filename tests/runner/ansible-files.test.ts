import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readAnsibleFiles } from "@/runner/apps/ansible/files";
import { pruneRequirements } from "@/runner/apps/ansible/requirements";
import { inventory, job } from "../support/job";

let repository: string;
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), "signalbox-ansible-"));
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(repository, name)), { recursive: true });
  writeFileSync(join(repository, name), text);
}

const read = (changes: Parameters<typeof job>[0] = {}, inherited: Record<string, string> = {}) =>
  readAnsibleFiles(repository, job({ playbook: "site.yml", ...changes }), inherited, {
    store: "/store",
    scratch: "/scratch",
  });

describe("requirements", () => {
  test("are found in the playbook's folder and its two subfolders, in this order", async () => {
    write("plays/requirements.yml", "collections: [a.b]\nroles: [c.d]\n");
    write("plays/collections/requirements.yml", "collections: [a.b]\n");
    write("plays/roles/requirements.yml", "- c.d\n");
    write("requirements.yml", "- not.mine\n");
    write("roles/requirements.yml", "- not.mine\n");
    const { requirements } = await read({ playbook: "plays/site.yml" });
    expect(requirements.map(({ file, verbs }) => [file.slice(repository.length + 1), verbs.join(" ")])).toEqual([
      ["plays/collections/requirements.yml", "collection install"],
      ["plays/roles/requirements.yml", "role install"],
      ["plays/requirements.yml", "install"],
    ]);
    expect((await read({ playbook: "other/site.yml" })).requirements).toEqual([]);
  });

  test("with the same text share a folder; another text, place or settings file gets another", async () => {
    const kept = async () => (await read()).requirements.map(({ keptAs }) => keptAs);
    write("requirements.yml", "- a.b\n");
    const [first] = await kept();
    expect(first).toMatch(/^\/store\/[0-9a-f]{32}$/);
    expect(await kept()).toEqual([first]);
    write("requirements.yml", "- a.c\n");
    const [second] = await kept();
    write("requirements.yml", "- a.b\n");
    write("ansible.cfg", "[galaxy]\nserver_list = mine\n");
    const [third] = await kept();
    write("roles/requirements.yml", "- a.b\n");
    expect(new Set([first, second, third, ...(await kept())]).size).toBe(4);
  });

  test("from other servers, or fetched with another key, get a folder of their own", async () => {
    write("requirements.yml", "- a.b\n");
    write("galaxy.cfg", "[galaxy]\n");
    const server = "ANSIBLE_GALAXY_SERVER_MINE_URL";
    const key = (private_key: string) => inventory({ key: { type: "ssh", login: "", private_key, passphrase: "" } });
    const places = [
      read({ env: { OTHER: "1" } }),
      read({ env: { [server]: "https://one.example.com" } }),
      read({ env: { [server]: "https://two.example.com" } }),
      read({ secret_env: { ANSIBLE_GALAXY_SERVER_MINE_TOKEN: "secret" } }),
      read({}, { [server]: "https://three.example.com" }),
      read({ env: { ANSIBLE_CONFIG: "galaxy.cfg" } }),
      read({ inventory: key("one") }),
      read({ inventory: key("two") }),
    ];
    const kept = (await Promise.all(places)).map(({ requirements }) => requirements[0]?.keptAs);
    expect(new Set(kept).size).toBe(places.length);
    expect((await read()).requirements[0]?.keptAs).toBe(kept[0]);
    expect(kept.join()).not.toContain("secret");
  });

  test.each([
    "- src: ./local/role",
    "- src: ../role",
    "- src: /srv/role.tar.gz",
    "- src: file:///srv/role",
    "- src: git+file:///srv/role",
    "- src: vendor/role.tar.gz",
    "collections:\n  - name: ./mine",
    "collections:\n  - name: mine\n    type: dir",
    "- include: other.yml",
  ])("that name something of this machine are the attempt's own: %s", async (text) => {
    write("requirements.yml", text);
    expect((await read()).requirements.map(({ keptAs }) => keptAs)).toEqual(["/scratch/requirements"]);
  });

  test.each([
    "- geerlingguy.java",
    "- src: https://example.com/org/role.tar.gz\n  name: role",
    "- src: git+https://example.com/org/role.git\n  version: v1.2",
    "- src: git@example.com:org/role.git\n  scm: git",
    "- src: ssh://git@example.com:2222/org/role.git",
    "collections:\n  - name: community.general\n    version: '>=1.0.0,<2.0.0'\n  - name: https://example.com/a-b-1.0.0.tar.gz\n    type: url",
  ])("that name something elsewhere are kept: %s", async (text) => {
    write("requirements.yml", text);
    expect((await read()).requirements[0]?.keptAs).toMatch(/^\/store\//);
  });

  test("unused for a month are removed", async () => {
    for (const name of ["old", "new"]) write(`requirements/${name}/roles/r/tasks/main.yml`, "");
    const then = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(join(repository, "requirements/old"), then, then);
    await pruneRequirements(repository);
    expect(["old", "new"].map((name) => existsSync(join(repository, "requirements", name)))).toEqual([false, true]);
    await pruneRequirements(join(repository, "nowhere"));
  });

  test("that cannot be looked at or removed stay", async () => {
    write("requirements/old/role.yml", "");
    const store = join(repository, "requirements");
    const then = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(join(store, "old"), then, then);
    symlinkSync("nowhere", join(store, "link"));
    chmodSync(store, 0o500);
    await pruneRequirements(repository);
    chmodSync(store, 0o700);
    // Nothing keeps root from removing it.
    expect(readdirSync(store)).toEqual(process.getuid?.() === 0 ? ["link"] : ["link", "old"]);
  });
});

describe("files of others", () => {
  test("that take long to read, or never end, are left to Ansible", async () => {
    execFileSync("mkfifo", [join(repository, "requirements.yml")]);
    symlinkSync("/dev/zero", join(repository, "ansible.cfg"));
    expect(await read()).toEqual({ requirements: [], paths: (await read({ env: { ANSIBLE_CONFIG: "none" } })).paths });
    rmSync(join(repository, "ansible.cfg"));
    write("ansible.cfg", `[defaults]\nroles_path = r${" ".repeat(200_000)}x ; mine\n`);
    write("roles/requirements.yml", "a".repeat(200_000));
    const { requirements, paths } = await read();
    expect(requirements).toHaveLength(1);
    expect(paths.roles).toHaveLength(1);
  });
});

describe("search paths", () => {
  test("default to Ansible's own", async () => {
    expect((await read()).paths.roles).toEqual(["~/.ansible/roles", "/usr/share/ansible/roles", "/etc/ansible/roles"]);
  });

  test("follow the repository's settings file, whose relative paths start there", async () => {
    write(
      "ansible.cfg",
      "# roles_path = no\n[galaxy]\nroles_path = no\n[defaults]\nroles_path = vendor/roles:/opt/roles ; mine\nCollections_Paths: ./collections:~/c\ncallback_plugins=plugins\n",
    );
    expect((await read()).paths).toEqual({
      roles: [join(repository, "vendor/roles"), "/opt/roles"],
      collections: [join(repository, "collections"), "~/c"],
      callbacks: [join(repository, "plugins")],
    });
  });

  test("follow the task's environment first, including its choice of settings file", async () => {
    write("ansible.cfg", "[defaults]\nroles_path = no\n");
    write("conf/other.cfg", "[defaults]\nroles_path = r\n");
    const { paths } = await read({
      env: { ANSIBLE_CONFIG: "conf/other.cfg" },
      secret_env: { ANSIBLE_COLLECTIONS_PATH: "/a:/b" },
    });
    expect(paths).toMatchObject({ roles: [join(repository, "conf/r")], collections: ["/a", "/b"] });
  });

  describe("of a settings file elsewhere", () => {
    const NAMES = ["/elsewhere/mine.cfg", "/elsewhere", "~/mine.cfg", "$PLACE/mine.cfg", "$" + "{PLACE}"];

    test.each(NAMES)("named as %s are those of that file", async (name) => {
      write("ansible.cfg", "[defaults]\nroles_path = no\n");
      const elsewhere = join(repository, "elsewhere");
      const text = "[defaults]\ncallback_plugins = ./cb:$PLACE/own\n";
      for (const file of ["mine.cfg", "ansible.cfg"]) write(`elsewhere/${file}`, text);
      const ANSIBLE_CONFIG = name.replace("/elsewhere", elsewhere);
      const environment = { HOME: elsewhere, PLACE: elsewhere };
      const callbacks = [join(elsewhere, "cb"), "$PLACE/own"];
      expect((await read({ env: { ANSIBLE_CONFIG } }, environment)).paths).toMatchObject({ callbacks });
      expect((await read({}, { ...environment, ANSIBLE_CONFIG })).paths).toMatchObject({ callbacks });
    });
  });

  test("follow the runner's environment where the task's says nothing", async () => {
    const inherited = { ANSIBLE_ROLES_PATH: "/runner/roles", ANSIBLE_COLLECTIONS_PATHS: "/runner/collections" };
    const { paths } = await read({ env: { ANSIBLE_ROLES_PATH: "/own" } }, inherited);
    expect(paths).toMatchObject({ roles: ["/own"], collections: ["/runner/collections"] });
  });

  test("come from the settings file at home, if the repository has none", async () => {
    write("home/.ansible.cfg", "[defaults]\nroles_path = mine\n");
    const { paths } = await read({}, { HOME: join(repository, "home") });
    expect(paths.roles).toEqual([join(repository, "home/mine")]);
  });
});
