import { expect, test } from "vitest";
import { openApi } from "@/cli/api/api";
import { follow } from "@/cli/api/follow";

const ignore = () => undefined;
const handlers = { onTask: ignore, onLines: ignore, onNodes: ignore, onTrouble: ignore };

test("an abort ends it at once, also while the server does not answer", async () => {
  const leave = new AbortController();
  const silent = { ...openApi("http://127.0.0.1:9", {}), read: () => new Promise<never>(ignore) };
  const options = { ...handlers, from: 0, giveUpMs: 600_000, signal: leave.signal };
  const followed = follow(silent, { projectId: 1, taskId: 1 }, options);
  leave.abort();
  await expect(followed).rejects.toBe(leave.signal.reason);
});
