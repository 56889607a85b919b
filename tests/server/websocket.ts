import { once } from "node:events";
import { WebSocket } from "ws";

export type Frame = Record<string, unknown>;
export type Listener = {
  socket: WebSocket;
  texts: string[];
  /** The first matching frame, past or future. */
  frame: (fits: (frame: Frame) => boolean) => Promise<Frame>;
  frames: () => Frame[];
  closed: Promise<number>;
};

/** A websocket client that records every frame; rejects when the handshake is refused. */
export async function openListener(url: string, headers: Record<string, string>): Promise<Listener> {
  const socket = new WebSocket(url, { headers });
  const texts: string[] = [];
  socket.on("message", (data) => texts.push(String(data)));
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await once(socket, "open");
  const frames = () => texts.map((text) => JSON.parse(text) as Frame);
  const frame = async (fits: (frame: Frame) => boolean): Promise<Frame> => {
    for (;;) {
      const found = frames().find(fits);
      if (found) return found;
      await once(socket, "message");
    }
  };
  return { socket, texts, frame, frames, closed };
}

/** The status of a refused handshake; 101 for an accepted one. */
export function handshakeStatus(url: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(url, { headers });
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("unexpected-response", (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.once("open", () => {
      socket.terminate();
      resolve(101);
    });
  });
}
