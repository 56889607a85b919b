import { createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { listen } from "../support/listen";
import { askFor } from "./ask";

/** Responds to each message with the result of `reply`, if any. */
async function answering(reply: (message: Buffer, socket: Socket) => Buffer | null) {
  const seen: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", (message) => {
      seen.push(message);
      const answer = reply(message, socket);
      if (answer) socket.write(answer);
    });
  });
  const { port, stop } = await listen(server);
  return { url: `ldap://127.0.0.1:${port}`, seen, stop };
}

/** The "continue with TLS" response to the message with that number. */
const agreed = (message: Buffer) => Buffer.from([0x30, 12, 2, 1, message[4] ?? 0, 0x78, 7, 10, 1, 0, 4, 0, 4, 0]);

describe("a server that", () => {
  it("doesn't respond, or stops responding after StartTLS, times out", async () => {
    const silent = await answering(() => null);
    const agreeing = await answering((message) => (message[0] === 0x30 ? agreed(message) : null));
    const [unanswered, untold] = await Promise.all([
      askFor(silent.url, { SIGNALBOX_LDAP_STARTTLS: "off" }),
      askFor(agreeing.url, {}),
    ]);
    expect(unanswered).toContain("timed out");
    expect(untold).toContain("the directory timed out");
    for (const server of [silent, agreeing]) await server.stop();
  });

  it("disconnects during StartTLS gets no password over another connection", async () => {
    const leaving = await answering((message, socket) => {
      if (message[0] === 0x30) return agreed(message);
      socket.destroy();
      return null;
    });
    expect(await askFor(leaving.url, {})).toBe("ECONNRESET");
    expect(leaving.seen.map((message) => message[0])).toEqual([0x30, 0x16]);
    await leaving.stop();
  });
});
