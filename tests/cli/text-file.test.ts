import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readFileOfAnswers } from "@/cli/client/answers";
import { EXIT } from "@/cli/problem";
import { readText, writePrivate } from "@/cli/text-file";

const folder = mkdtempSync(join(tmpdir(), "signalbox-text-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

const save = (content: string | Buffer) => {
  const path = join(folder, "file.json");
  writeFileSync(path, content);
  return path;
};

test.each([
  ["a byte order mark", Buffer.from('\ufeff{"city":"Zürich"}')],
  ["UTF-16, as PowerShell writes it", Buffer.from('\ufeff{"city":"Zürich"}', "utf16le")],
  ["neither", Buffer.from('{"city":"Zürich"}')],
])("a file with %s is read", async (_, bytes) => {
  expect(await readText(save(bytes))).toBe('{"city":"Zürich"}');
});

test.each([
  ["", "is not JSON"],
  ['{"city":', "is not JSON"],
  ['["Zürich"]', "doesn't contain a JSON object"],
])("answers that are %j are refused with the reason", async (text, problem) => {
  const path = save(text);
  const refused = { message: `${path} ${problem}`, exitCode: EXIT.usage };
  await expect(readFileOfAnswers(path)).rejects.toMatchObject(refused);
});

test("a folder is no file", async () => {
  await expect(readText(folder)).rejects.toThrow(`${folder} is a folder`);
});

test("a file for its owner is private, even if it was there for all", async () => {
  const path = save("a longer text");
  chmodSync(path, 0o644);
  await writePrivate(path, "text");
  expect([statSync(path).mode & 0o777, readFileSync(path, "utf8")]).toEqual([0o600, "text"]);
  await writePrivate("/dev/null", "text");
  expect(statSync("/dev/null").isFile()).toBe(false);
});
