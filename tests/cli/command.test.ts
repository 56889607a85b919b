import { mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { EXIT } from "@/cli/problem";
import { command } from "@/cli/terminal/command";

const folder = mkdtempSync(join(tmpdir(), "signalbox-command-"));
const print = vi.spyOn(process.stdout, "write").mockReturnValue(true);
afterEach(() => print.mockClear());
afterAll(() => {
  print.mockRestore();
  rmSync(folder, { recursive: true });
});

const started = vi.fn();
const start = command({
  usage: "start [<words>] [options]",
  takes: [0, 9],
  help: "Starts it.\n",
  options: {
    message: { type: "string" },
    limit: { type: "string" },
    tags: { type: "string", multiple: true },
    debug: { type: "boolean" },
  },
  run: async ({ message }) => started(message),
});

const USAGE = "Usage: signalbox start [<words>] [options]";

test.each([[["--help"]], [["-h"]], [["word", "--limit", "web", "-h"]], [["--nonsense", "--help"]]])(
  "%s prints the help and starts nothing",
  async (words) => {
    started.mockClear();
    expect(await start(words)).toBe(EXIT.success);
    expect(print.mock.calls).toEqual([[`${USAGE}\n\nStarts it.\n\n`]]);
    expect(started).not.toHaveBeenCalled();
  },
);

test.each(["-fix", "-h", "--help", "--debug"])(
  "%s as the value of an option is refused with the way to write it",
  async (value) => {
    await expect(start(["--message", value])).rejects.toThrow(
      /^Write --message=… for a value that begins with a dash$/,
    );
    await start([`--message=${value}`]);
    expect(started).toHaveBeenLastCalledWith(value);
    expect(print).not.toHaveBeenCalled();
  },
);

test.each([
  ["--limit", ["--limit", ""]],
  ["--limit", ["--limit= "]],
  ["--tags", ["--tags", "web", "--tags", ""]],
])("an empty value of %s, as from a variable that is not set, is refused", async (name, words) => {
  const message = `${name} is empty: give it a value or leave it out`;
  await expect(start(words)).rejects.toMatchObject({ message, exitCode: EXIT.usage });
});

test("a message may be empty", async () => {
  await start(["--message", ""]);
  expect(started).toHaveBeenLastCalledWith("");
});

test("other mistakes are one line with the usage", async () => {
  await expect(start(["--nonsense"])).rejects.toThrow(`Unknown option '--nonsense'. ${USAGE}`);
});

test.each([
  ["that is not there", () => readFile(join(folder, "missing")), "There is no file or folder "],
  ["that is a folder", () => writeFile(folder, ""), " is a folder"],
])("a file %s makes the command wrong", async (_, use, message) => {
  const open = command({ usage: "open", takes: [0, 0], help: "", options: {}, run: async () => void (await use()) });
  await expect(open([])).rejects.toMatchObject({ message: expect.stringContaining(message), exitCode: EXIT.usage });
});
