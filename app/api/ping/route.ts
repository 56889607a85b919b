import { anyone } from "@/lib/access/access";
import { rawEndpoint } from "@/lib/operation/endpoint";

export const GET = rawEndpoint(
  anyone,
  "Answers pong",
  async () => new Response("pong", { headers: { "content-type": "text/plain; charset=utf-8" } }),
);
