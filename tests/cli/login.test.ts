import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "../support/database";
import { world } from "../support/world";
import { signalbox } from "./cli-process";
import { CliSite, PASSWORD } from "./site";

// Every step is a process, which is slow to start on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const w = await world(await freshDatabase());
const site = new CliSite(w);
beforeAll(async () => {
  await site.start();
  await site.setPassword("owner");
});
afterAll(() => site.stop());

const homeOf = (name: string) => ({ XDG_CONFIG_HOME: join(site.home, name) });
const fileOf = (name: string) => join(site.home, name, "signalbox/login.json");
const signIn = (name: string, password = PASSWORD) =>
  signalbox(["login", `${site.url}/`, "--username", "owner"], { env: homeOf(name), input: `${password}\n` });

describe("login", () => {
  test("stores the address and a token in a file readable by its owner only, and the password nowhere", async () => {
    const { code, stdout } = await signIn("kept");
    expect([code, stdout]).toEqual([0, `Signed in to ${site.url} as owner\n`]);
    expect(statSync(fileOf("kept")).mode & 0o777).toBe(0o600);
    const kept = JSON.parse(readFileSync(fileOf("kept"), "utf8"));
    expect(kept).toEqual({
      url: site.url,
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      username: "owner",
      own: true,
    });
    const projects = await signalbox(["projects"], { env: homeOf("kept") });
    expect(projects.stdout).toBe(`ID  NAME\n${String(w.projectId).padEnd(2)}  Ours\n`);
  });

  test("a wrong password or an unreachable server: one line and exit code 4", async () => {
    const wrong = await signIn("wrong", "not it");
    expect(wrong).toEqual({ code: 4, stdout: "", stderr: "Wrong username or password\n" });
    const away = await signalbox(["projects"], { env: { SIGNALBOX_URL: "http://127.0.0.1:9", SIGNALBOX_TOKEN: "t" } });
    expect(away.code).toBe(4);
    expect(away.stderr).toMatch(/^Cannot reach http:\/\/127\.0\.0\.1:9: .+\n$/);
  });

  test("logout revokes the token at the server and deletes it locally", async () => {
    await signIn("left");
    const { token } = JSON.parse(readFileSync(fileOf("left"), "utf8"));
    const out = await signalbox(["logout", "--json"], { env: homeOf("left") });
    expect(JSON.parse(out.stdout)).toEqual({ url: site.url, token_ended: true });
    const reused = await signalbox(["projects"], { env: { SIGNALBOX_URL: site.url, SIGNALBOX_TOKEN: token } });
    expect(reused).toEqual({ code: 4, stdout: "", stderr: `${site.url} does not accept the credentials\n` });
    expect((await signalbox(["projects"], { env: homeOf("left") })).stderr).toMatch(/^Not signed in\. Example: /);
  });

  test("signing in again revokes the previous token", async () => {
    await signIn("twice");
    const { token } = JSON.parse(readFileSync(fileOf("twice"), "utf8"));
    await signIn("twice");
    const reused = await signalbox(["projects"], { env: { SIGNALBOX_URL: site.url, SIGNALBOX_TOKEN: token } });
    expect(reused.code).toBe(4);
  });

  test("accepts an existing token, which logout then keeps", async () => {
    const { SIGNALBOX_TOKEN: token = "" } = await site.as("manager");
    const env = homeOf("token");
    const login = await signalbox(["login", site.url, "--with-token"], { env, input: token });
    expect(login.stdout).toBe(`Signed in to ${site.url} as manager\n`);
    expect((await signalbox(["logout"], { env })).code).toBe(0);
    expect((await signalbox(["projects"], { env: { SIGNALBOX_URL: site.url, SIGNALBOX_TOKEN: token } })).code).toBe(0);
  });

  test("the environment takes precedence, and a stored token never goes to another server", async () => {
    await signIn("env");
    const { SIGNALBOX_TOKEN: token = "" } = await site.as("stranger");
    const other = await signalbox(["projects", "--json"], { env: { ...homeOf("env"), SIGNALBOX_TOKEN: token } });
    expect(JSON.parse(other.stdout)).toMatchObject([{ name: "Theirs" }]);
    const elsewhere = await signalbox(["projects"], { env: { ...homeOf("env"), SIGNALBOX_URL: "http://127.0.0.1:9" } });
    expect(elsewhere.stderr).toMatch(/^Not signed in to http:\/\/127\.0\.0\.1:9: /);
  });

  test("a damaged file is reported, and signing in replaces it", async () => {
    await signIn("damaged");
    writeFileSync(fileOf("damaged"), "{");
    expect((await signalbox(["projects"], { env: homeOf("damaged") })).stderr).toMatch(/damaged: sign in again\n$/);
    expect((await signIn("damaged")).code).toBe(0);
  });
});
