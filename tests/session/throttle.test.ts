import { beforeEach, expect, test, vi } from "vitest";
import { loginAttempts } from "@/db/schema/login-attempts";
import { throttleGuesses } from "@/lib/session/throttle";
import { freshDatabase } from "../support/database";

const db = await freshDatabase();
beforeEach(() => db.delete(loginAttempts));

const TARGET = { typed: "owner", userId: 1 };
const IP = "192.0.2.1";
const guess = (check: () => Promise<boolean>, signal?: AbortSignal) => throttleGuesses(db, TARGET, IP, check, signal);
const times = <Result>(count: number, run: () => Result): Result[] => Array.from({ length: count }, run);

test("checks a few passwords of an address at once", async () => {
  let [running, most] = [0, 0];
  const check = async () => {
    most = Math.max(most, ++running);
    await vi.waitFor(() => expect(most).toBe(3));
    running--;
    return true;
  };
  expect(await Promise.all(times(9, () => guess(check)))).toEqual(Array(9).fill("right"));
  expect(most).toBe(3);
});

test("checks hardly more passwords than may be wrong, and counts all of them", async () => {
  const check = vi.fn(async () => false);
  const found = await Promise.allSettled(times(60, () => guess(check)));
  expect(found.filter(({ status }) => status === "rejected")).toHaveLength(50);
  // A row for the name, and one for the user.
  expect(await db.$count(loginAttempts)).toBe(2 * 10);
  expect(check.mock.calls.length).toBeLessThanOrEqual(10 + 2);
});

test("leaves out a guess that nobody waits for any more", async () => {
  const abandoned = new AbortController();
  const check = vi.fn(async () => true);
  const waiting = [...times(3, () => guess(async () => true)), guess(check, abandoned.signal)];
  abandoned.abort();
  const found = await Promise.allSettled(waiting);
  expect(found.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect(check).not.toHaveBeenCalled();
});
