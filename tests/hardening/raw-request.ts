import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Sends a request with only a part of its body, and waits for the end of the connection. */
export function begin(url: string, path: string, headers: string[], body: string) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (part) => {
    answer += part;
  });
  socket.write(`POST ${path} HTTP/1.1\r\nHost: signalbox.test\r\n${headers.join("\r\n")}\r\n\r\n${body}`, "latin1");
  const beganAt = performance.now();
  const ended = new Promise<{ seconds: number; answer: string }>((resolve) =>
    socket.once("close", () => resolve({ seconds: (performance.now() - beganAt) / 1_000, answer })),
  );
  return { socket, ended };
}

/** Sends a part each second. */
export async function inParts(url: string, parts: string[]) {
  const length = `Content-Length: ${parts.join("").length}`;
  const { socket, ended } = begin(url, "/api/auth/login", [length, "Connection: close"], "");
  for (const part of parts) {
    await sleep(1_000);
    socket.write(part);
  }
  return ended;
}
