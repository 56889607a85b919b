import { Socket } from "node:net";
import { vi } from "vitest";

/**
 * Messages that leave this process while `run` does, of whatever connection: each is a write to a socket, which costs both sides
 * more than many a statement. A test that calls no server sends them to Postgres only.
 */
export async function messagesOf(run: () => Promise<unknown>): Promise<number> {
  const write = vi.spyOn(Socket.prototype, "write");
  try {
    await run();
    return write.mock.calls.length;
  } finally {
    write.mockRestore();
  }
}
