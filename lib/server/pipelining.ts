import type { Server } from "node:http";
import type { Socket } from "node:net";

/** A client may send requests before it has the reply to its first: so many. */
const MOST_WAITING = 16;

/**
 * Begins the requests of a connection one after the other, which is how they are answered: a packet of a thousand would
 * otherwise hold a thousand replies in memory. Wraps the listeners that `http` has by now.
 */
export function limitPipelining(http: Server): void {
  const listeners = http.listeners("request");
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const beginNext = (socket: Socket) => {
    const begin = socket.writable ? waiting.get(socket)?.shift() : undefined;
    if (begin) begin();
    else waiting.delete(socket);
  };
  http.removeAllListeners("request");
  http.on("request", (request, response) => {
    const { socket } = request;
    // Node goes on with the requests that it has read, also when the connection has ended.
    if (!socket.writable) return;
    const begin = () => {
      response.once("close", () => beginNext(socket));
      for (const listener of listeners) listener.call(http, request, response);
    };
    const queue = waiting.get(socket);
    if (queue && queue.length >= MOST_WAITING) return void socket.destroy();
    if (queue) return void queue.push(begin);
    waiting.set(socket, []);
    begin();
  });
}
