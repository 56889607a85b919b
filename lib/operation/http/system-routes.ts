import { z } from "zod";
import { anyone } from "@/lib/access/access";
import { RETRY_AFTER_SECONDS } from "@/lib/operation/database-outage";
import { type RawDescription, rawEndpoint } from "@/lib/operation/endpoint";
import { isReady } from "@/lib/operation/http/health";
import { bodyReply, jsonReply } from "@/lib/operation/http/reply";
import { ownApiAsJson } from "@/lib/operation/openapi";
import { VERSION } from "@/lib/settings/version";

const TEXT = "text/plain; charset=utf-8";

/** A public route about the server itself. */
const system = (name: string, summary: string, replies: RawDescription["replies"]): RawDescription => ({
  name: `system.${name}`,
  summary,
  access: anyone,
  replies,
});

export const ping = rawEndpoint(
  system("ping", "Answers pong", {
    200: { description: "The server responds", type: TEXT, schema: z.literal("pong") },
  }),
  async () => new Response("pong", { headers: { "content-type": TEXT } }),
);

export const live = rawEndpoint(
  system("live", "Whether the process answers", {
    200: { description: "It is live", schema: z.object({ status: z.literal("live") }) },
  }),
  async () => jsonReply({ status: "live" }),
);

export const ready = rawEndpoint(
  system("ready", "Whether the database answers too", {
    200: { description: "It is ready", schema: z.object({ status: z.literal("ready") }) },
    503: { description: "It is not ready", schema: z.object({ status: z.literal("unavailable") }) },
  }),
  async () =>
    (await isReady())
      ? jsonReply({ status: "ready" })
      : jsonReply({ status: "unavailable" }, 503, { "retry-after": String(RETRY_AFTER_SECONDS) }),
);

export const openapi = rawEndpoint(
  system("openapi", "This API in OpenAPI 3.1", {
    200: { description: "The document", schema: z.looseObject({ openapi: z.string() }) },
  }),
  async () => bodyReply(ownApiAsJson(VERSION), 200),
);
