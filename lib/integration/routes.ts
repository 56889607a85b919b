import { z } from "zod";
import { database } from "@/db/client";
import { anyone } from "@/lib/access/access";
import { receive, receiveTooLarge, refuseFloodOf } from "@/lib/integration/delivery/receive";
import { replayDelivery } from "@/lib/integration/operations";
import { endpoint, type RawDescription, type RouteHandler, rawEndpoint } from "@/lib/operation/endpoint";
import { toAppError } from "@/lib/operation/errors";
import { emptyReply } from "@/lib/operation/http/reply";
import { callerOf, readBody } from "@/lib/operation/http/request";
import { storable } from "@/lib/protocol/storable";

const replies = { 204: { description: "Taken, whatever comes of it" } };

const describedHook: RawDescription = {
  name: "integration.receive",
  summary: "Receives a webhook",
  access: anyone,
  input: z.unknown().describe("Whatever the sender sends"),
  replies,
};

const describedGetHook: RawDescription = {
  name: "integration.receiveByGet",
  summary: "Receives a webhook without a body, for integrations that accept GET",
  access: anyone,
  replies,
};

/** Always 204, whatever the outcome, so that it doesn't reveal which aliases exist. */
export const receiveHook = rawEndpoint(describedHook, receiveRequest);

/** A HEAD asks only whether something is there, so it starts nothing. */
export const receiveGetHook = rawEndpoint(describedGetHook, (request, context) =>
  request.method === "HEAD" ? Promise.resolve(emptyReply(204)) : receiveRequest(request, context),
);

async function receiveRequest(request: Request, context: Parameters<RouteHandler>[1]): Promise<Response> {
  const alias = String((await context.params)?.alias);
  const { ip } = callerOf(request.headers);
  const headers = Object.fromEntries(request.headers);
  const unread = { method: request.method, ip, headers, body: "", bytes: Number(headers["content-length"] ?? 1) };
  await refuseFloodOf(database(), alias, unread);
  const bytesOfBody = await readBody(request).catch(async (error: unknown) => {
    if (toAppError(error).code === "too_large") await receiveTooLarge(database(), alias, unread);
    throw error;
  });
  const body = new TextDecoder().decode(bytesOfBody);
  await receive(database(), alias, { ...unread, body, bytes: Buffer.byteLength(storable(body)), bytesOfBody });
  return emptyReply(204);
}

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
