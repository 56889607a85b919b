import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import type { Answer } from "@/lib/client/client";
import { createToken } from "@/lib/session/actions";
import type { ApiToken } from "@/lib/session/schema";

/** A user's (null: the current user's) active tokens, newest first. */
export function useTokenList(userId: number | null) {
  const problemText = useProblemText();
  const [tokens, setTokens] = useState<Answer<"GET /user/tokens">>();
  const [failure, setFailure] = useState<string | null>(null);

  async function reload() {
    try {
      const all = await (userId === null ? api("GET /user/tokens") : tokensOf(userId));
      setTokens(all.filter(({ expired }) => !expired).reverse());
    } catch (error) {
      setFailure(problemText(error));
    }
  }
  const load = useEffectEvent(reload);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has others
  useEffect(() => void load(), [userId]);

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

  /** After a deletion. The text of a deleted token is of no more use. */
  async function removed({ id }: ApiToken) {
    if (made?.startsWith(id)) setMade(null);
    await reload();
  }

  return { tokens, made, making, failure, removed, make };
}

const tokensOf = (userId: number) => api("GET /users/:userId/tokens", { params: { userId } });
