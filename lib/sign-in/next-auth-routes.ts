import NextAuth from "next-auth";
import { z } from "zod";
import { AppError, invalid, toAppError } from "@/lib/operation/errors";
import { errorResponse } from "@/lib/operation/http/error-reply";
import { readBody, readJson } from "@/lib/operation/http/request";
import { withMarker } from "@/lib/operation/http/session-cookie";
import { decodePercent } from "@/lib/protocol/query";
import { authOptions } from "@/lib/sign-in/next-auth";

type Context = { params: Promise<{ nextauth: string[] }> };

/** next-auth's own routes (providers, csrf, callback, signout) for the sign-in form; options are read on each call. */
async function handler(request: Request, context: Context): Promise<Response> {
  try {
    await refuseMalformed(request);
  } catch (error) {
    return errorResponse(toAppError(error), request);
  }
  return withMarker(await NextAuth(authOptions())(request, context));
}

const Fields = z.record(z.string(), z.string()).prefault({});

/** Rejects requests on which next-auth would crash: a body with non-text fields, or an invalid callback URL. */
async function refuseMalformed(request: Request): Promise<void> {
  const { data: fields } = Fields.safeParse(await readFields(request.clone()));
  if (!fields) throw new AppError("invalid", { key: "requestBodyInvalid" });
  const inQuery = new URL(request.url).searchParams.get("callbackUrl");
  for (const place of [fields.callbackUrl, inQuery])
    if (place && !isAddress(place)) throw invalid("callbackUrl", "invalidValue");
}

/** Parses a body like next-auth, which ignores other content types; null if it cannot be parsed. */
async function readFields(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (type.includes("application/json")) return readJson(request);
  const body = (await readBody(request)).toString("utf8");
  if (body === "") return {};
  const isForm = type.includes("application/x-www-form-urlencoded") && isEncoded(body);
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : null;
}

/** URLSearchParams accepts an invalid percent escape literally. */
const isEncoded = (form: string): boolean => decodePercent(form) !== null;

const isAddress = (text: string): boolean =>
  text.startsWith("/") ? URL.canParse(text, "http://localhost") : /^https?:/.test(text) && URL.canParse(text);

export const GET = handler;
export const POST = handler;
