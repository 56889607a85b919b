import { z } from "zod";
import { database } from "@/db/client";
import { anyone } from "@/lib/access/access";
import { receive, refuseFloodOf } from "@/lib/integration/delivery/receive";
import { replayDelivery } from "@/lib/integration/operations";
import { emptyReply, endpoint, type RawDescription, type RouteHandler, rawEndpoint } from "@/lib/operation/endpoint";
import { callerOf, readBody } from "@/lib/operation/http/request";

const describedHook: RawDescription = {
  name: "integration.receive",
  summary: "Receives a webhook",
  access: anyone,
  input: z.unknown().describe("Whatever the sender sends"),
  replies: { 204: { description: "Accepted, whatever the result" } },
};

/** Always 204, so that nobody can find out which aliases exist. */
export const receiveHook = rawEndpoint(describedHook, async (request, context) => {
  const alias = String((await context.params)?.alias);
  refuseFloodOf(alias);
  const { ip } = callerOf(request.headers);
  const bytesOfBody = await readBody(request);
  const body = new TextDecoder().decode(bytesOfBody);
  const headers = Object.fromEntries(request.headers);
  await receive(database(), alias, { ip, headers, body, bytes: bytesOfBody.byteLength, bytesOfBody });
  return emptyReply(204);
});

const replaying = endpoint(replayDelivery);

/** `dry_run` may be in the query or in the body. */
const handleReplay: RouteHandler = (request, context) => {
  const { searchParams } = new URL(request.url);
  if (!searchParams.has("dry_run")) return replaying(request, context);
  const body = JSON.stringify({ dry_run: searchParams.get("dry_run") !== "false" });
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  return replaying(new Request(request.url, { method: "POST", headers, body, signal: request.signal }), context);
};

export const replay = Object.assign(handleReplay, replaying);
