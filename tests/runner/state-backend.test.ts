import { createServer } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newLockId, StateBackend } from "@/runner/state/backend";
import { type Listening, listen } from "../support/listen";

let server: Listening;
let answer: { status: number; body: string };
beforeEach(async () => {
  server = await listen(createServer((_, response) => response.writeHead(answer.status).end(answer.body)));
});
afterEach(() => server.stop());

const never = new AbortController().signal;
const backend = () => new StateBackend(server.url, { path: "/s", username: "u", password: "p" }, newLockId());

test("a lock that another holds is a reason of its own, which names the holder", async () => {
  answer = { status: 423, body: JSON.stringify({ ID: "1", Info: "Signalbox task 7", Created: "2026-01-02" }) };
  await expect(backend().lock("apply", never)).rejects.toMatchObject({
    reason: "state_locked",
    message: /^the state is locked by Signalbox task 7 since 2026-01-02: /,
    taskId: 7,
  });
});

test.each([
  ["read", () => backend().read(never)],
  ["locked", () => backend().lock("apply", never)],
  ["written", () => backend().write("{}", never)],
])("a state that cannot be %s fails for that reason", async (what, call) => {
  answer = { status: 403, body: '{"error": "no longer yours"}' };
  const problem = { reason: "state_failed", message: `the state could not be ${what}: no longer yours` };
  await expect(call()).rejects.toMatchObject(problem);
});
