import { anyone } from "@/lib/access/access";
import { rawEndpoint } from "@/lib/operation/endpoint";

const unknown = rawEndpoint(
  anyone,
  "Unknown path",
  async () => new Response("Not Found\n", { status: 404, headers: { "content-type": "text/plain" } }),
);

export const GET = unknown;
export const POST = unknown;
export const PUT = unknown;
export const PATCH = unknown;
export const DELETE = unknown;
