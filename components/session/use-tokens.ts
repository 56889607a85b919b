import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { api } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import type { Answer } from "@/lib/client/client";
import { createToken } from "@/lib/session/actions";

/** A user's (null: the current user's) active tokens, newest first. */
export function useTokenList(userId: number | null) {
  const t = useTranslations("common");
  const [tokens, setTokens] = useState<Answer<"GET /user/tokens">>();
  const [failure, setFailure] = useState<string | null>(null);

  const reload = useCallback(async () => {
    try {
      const all = await (userId === null ? api("GET /user/tokens") : tokensOf(userId));
      setTokens(all.filter(({ expired }) => !expired).reverse());
    } catch (error) {
      setFailure((error instanceof Error && error.message) || t("unreachable"));
    }
  }, [t, userId]);
  useEffect(() => void reload(), [reload]);

  return { tokens, failure, setFailure, reload };
}

/** The current user's tokens, and how to create one. `made` is a new token's full text, which is available only once. */
export function useTokens() {
  const problemText = useProblemText();
  const { tokens, failure, setFailure, reload } = useTokenList(null);
  const [made, setMade] = useState<string | null>(null);
  const [making, setMaking] = useState(false);

  async function make() {
    setMaking(true);
    setFailure(null);
    try {
      const result = await createToken({});
      if (result.ok) setMade(result.data.id);
      else setFailure(result.failure.message);
      await reload();
    } catch (error) {
      setFailure(problemText(error));
    } finally {
      setMaking(false);
    }
  }

  return { tokens, made, making, failure, reload, make };
}

const tokensOf = (userId: number) => api("GET /users/:userId/tokens", { params: { userId } });
