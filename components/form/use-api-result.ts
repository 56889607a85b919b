import { useMessages, useTranslations } from "next-intl";
import { z } from "zod";
import { ApiError } from "@/components/api-client";
import { type ActionResult, type Refusal, translateRefusal } from "@/lib/operation/result";

const Key = z.custom<NonNullable<Refusal["key"]>>((key) => typeof key === "string");
const Params = z.record(z.string(), z.union([z.string(), z.number()])).optional();
const Explained = z.object({
  refusal: z.object({
    code: z.string(),
    key: Key.optional(),
    params: Params,
    issues: z.array(z.object({ path: z.string(), key: Key, params: Params })).optional(),
  }),
});

/** For a form that saves by a route of the API which explains its refusals: the result that an action would return. */
export function useApiResult(): <Data>(answer: Promise<Data>) => Promise<ActionResult<Data>> {
  const t = useTranslations();
  const texts: Record<number, string> = useMessages().httpErrors;
  return async (answer) => {
    try {
      return { ok: true, data: await answer };
    } catch (thrown) {
      const { data } = Explained.safeParse(thrown instanceof ApiError ? thrown.body : null);
      if (!data || !(thrown instanceof ApiError)) throw thrown;
      return { ok: false, failure: translateRefusal(data.refusal, t, () => texts[thrown.status] ?? thrown.message) };
    }
  };
}
