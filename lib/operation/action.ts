import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import type { Access } from "@/lib/access/access";
import type { Operation } from "@/lib/operation/define";
import { type AppError, STATUS_OF, toAppError } from "@/lib/operation/errors";
import { execute } from "@/lib/operation/execute";
import { callerOf } from "@/lib/operation/http/request";
import { type ActionResult, type Failure, translateRefusal } from "@/lib/operation/result";
import { log } from "@/lib/settings/log";

/** Serves an operation to our own forms: never throws for an expected failure, and returns translated messages. */
export function action<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(op: Operation<Access, P, I, O>) {
  return async (params: z.input<P>, input?: z.input<I>): Promise<ActionResult<z.output<O>>> => {
    try {
      return { ok: true, data: await execute(op, callerOf(await headers()), params, input) };
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === "internal") log.error({ err: error.details.cause, operation: op.name }, "action failed");
      return { ok: false, failure: await failureOf(error) };
    }
  };
}

async function failureOf({ code, details }: AppError): Promise<Failure> {
  const t = await getTranslations();
  // Only the end of a session asks to sign in again.
  const named = details.key === "notAllowed" ? "forbidden" : code;
  return translateRefusal({ ...details, code: named }, t, () => t(`httpErrors.${STATUS_OF[code]}`));
}
