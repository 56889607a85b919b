import { createServer } from "node:http";
import { listen } from "./listen";

export type WebhookReceiver = {
  url: string;
  /** The received calls, in order. */
  calls: unknown[];
  /** Statuses of the next responses, the last one repeatedly; null: no response. */
  answers: (number | null)[];
  stop(): Promise<void>;
};

export async function receiveWebhooks(...answers: (number | null)[]): Promise<WebhookReceiver> {
  const receiver = { calls: [] as unknown[], answers };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      receiver.calls.push(JSON.parse(Buffer.concat(parts).toString()));
      const status = receiver.answers.length > 1 ? receiver.answers.shift() : receiver.answers[0];
      if (status === null || status === undefined) return void request.socket.destroy();
      response.writeHead(status, { location: "/elsewhere" }).end("a text that is nobody's business");
    });
  });
  const { url, stop } = await listen(server);
  return Object.assign(receiver, { url: `${url}/hook?s=hush-hush`, stop });
}
