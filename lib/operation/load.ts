import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { z } from "zod";
import { database } from "@/db/client";
import type { Access } from "@/lib/access/access";
import { type Identity, identify } from "@/lib/access/actor";
import { signInPath } from "@/lib/access/sign-in-path";
import { notePageOutage } from "@/lib/operation/database-outage";
import type { Operation } from "@/lib/operation/define";
import { type AppError, toAppError } from "@/lib/operation/errors";
import { execute } from "@/lib/operation/execute";
import { ProjectParams } from "@/lib/operation/fields";
import { callerOf } from "@/lib/operation/http/request";

/** The reads of one page share one lookup of the caller per project. */
const identifyOnce = cache(async (projectId: number | null) => {
  const { credentials } = callerOf(await headers());
  return identify(database(), credentials, projectId);
});

/** A read outside of any project uses the lookup of those in the page's project. */
async function identifyForPage(projectId: number | null): Promise<Identity> {
  if (projectId !== null) return identifyOnce(projectId);
  return { ...(await identifyOnce(projectOfPage((await headers()).get("x-path")))), project: null };
}

function projectOfPage(path: string | null): number | null {
  const projectId = /^\/project\/([^/?]+)/.exec(path ?? "")?.[1];
  return ProjectParams.safeParse({ projectId }).data?.projectId ?? null;
}

/** A page the caller may not see looks missing, so that it neither reveals itself nor asks for a new sign-in. */
const MISSING: ReadonlySet<string> = new Set(["not_found", "forbidden", "notAllowed"]);

/** Runs a read for a page: redirects to the sign-in page if necessary, and to the 404 page if nothing was found. */
export async function load<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  op: Operation<Access, P, I, O>,
  params: z.input<P>,
  input: unknown = {},
): Promise<z.output<O>> {
  return ((await loadIfFound(op, params, input)) ?? notFound()).found;
}

/** The same, but null instead of the 404 page. */
export async function loadIfFound<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  op: Operation<Access, P, I, O>,
  params: z.input<P>,
  input: unknown = {},
): Promise<{ found: z.output<O> } | null> {
  try {
    const caller = callerOf(await headers());
    const found = await execute(
      op,
      { ...caller, identify: (_db, _credentials, projectId) => identifyForPage(projectId) },
      params,
      input,
    );
    return { found };
  } catch (thrown) {
    const error = toAppError(thrown);
    if (MISSING.has(error.details.key ?? error.code)) return null;
    if (error.code === "unauthenticated") redirect(signInPath((await headers()).get("x-path")));
    throw await pageFailure(error);
  }
}

/** The error a page throws: Next preserves an existing digest, and the error screen shows the message of that name. */
export async function pageFailure(error: AppError): Promise<AppError> {
  if (error.code === "unavailable") notePageOutage((await headers()).get("x-nonce"));
  return Object.assign(error, { digest: error.details.key ?? error.code });
}
