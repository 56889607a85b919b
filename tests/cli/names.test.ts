import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freshDatabase } from "../support/database";
import { world } from "../support/world";
import { signalbox } from "./cli-process";
import { CliSite } from "./site";

// Every step is a process, which is slow to start on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const w = await world(await freshDatabase());
const site = new CliSite(w);
beforeAll(() => site.start());
afterAll(() => site.stop());

test("names and values that a script chose reach the terminal without what cannot be seen in them", async () => {
  const env = await site.as("owner");
  await site.template(
    "Names",
    String.raw`cd "$SIGNALBOX_ARTIFACTS"
printf x >"$(printf 'esc\033[31mred')"
printf x >"$(printf 'two\nlines')"
printf x >"$(printf 'bidi\342\200\256gnp.exe')"
printf 'image<<END\n\033[31mred\nEND\n' >>"$SIGNALBOX_OUTPUT"
`,
  );
  const { stderr } = await signalbox(["run", "Names", "--follow"], { env });
  const task = /Task #(\d+)/.exec(stderr)?.[1] ?? "";
  const listed = await signalbox(["artifacts", task], { env });
  expect(listed.stdout.trimEnd().split("\n").sort()).toEqual([
    "1\tbidi\\u202egnp.exe",
    "1\tesc\\u001b[31mred",
    "1\ttwo\\u000alines",
  ]);
  const json = await signalbox(["artifacts", task, "--json"], { env });
  for (const character of ["\u001b", "\u202e"]) expect(json.stdout).not.toContain(character);
  expect(JSON.parse(json.stdout)).toContainEqual(expect.objectContaining({ path: "bidi\u202egnp.exe" }));
  const outputs = await signalbox(["outputs", task], { env });
  expect(outputs.stdout).toContain("image\tred");
});
