import { afterAll, beforeAll, expect, test } from "vitest";
import { templates } from "@/db/schema/templates";
import { insertToken } from "@/lib/session/tokens";
import { endCommands, signalbox } from "../cli/cli-process";
import { freshDatabase } from "../support/database";
import { type RealApi, realApi } from "../support/real-api";
import { taskSite } from "../support/task-site";

/** Would set the window's title, clear the screen and print a line. */
const RUDE = "\u001b]0;owned\u0007\u001b[2J\rrude\u009b31m\nline";

const db = await freshDatabase();
const site = await taskSite(db);
let api: RealApi;
let env: Record<string, string>;

beforeAll(async () => {
  await site.template({ name: RUDE, description: RUDE });
  await site.template({ name: "Polite" });
  api = await realApi();
  const { id } = await insertToken(db, site.w.userIds.owner);
  env = { SIGNALBOX_URL: api.url, SIGNALBOX_TOKEN: id };
});
afterAll(async () => {
  endCommands();
  await api.stop();
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

test.each([["templates"], ["run", "unknown"], ["run", RUDE], ["tasks"]])(
  "names can't control the terminal: signalbox %s",
  async (...words) => {
    const { stdout, stderr } = await signalbox(words, { env });
    expect(`${stdout}${stderr}`).toMatch(words[1] === "unknown" || words[0] === "templates" ? /rude/ : /./);
    expect(`${stdout}${stderr}`).not.toMatch(CONTROLS);
  },
);

test("they are stored unchanged", async () => {
  expect((await db.select({ name: templates.name }).from(templates)).map(({ name }) => name)).toContain(RUDE);
});
