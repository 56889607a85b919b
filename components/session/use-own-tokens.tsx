import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/dialog/copy-button";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { TokenList } from "@/components/session/token-list";
import { useTokens } from "@/components/session/use-tokens";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { deleteToken } from "@/lib/session/actions";
import type { ApiToken } from "@/lib/session/schema";

/** The parts of the current user's API tokens, for a dialog and for a page: what they are, all of them, and a button for a new one. */
export function useOwnTokens() {
  const t = useTranslations("session.tokens");
  const { tokens, made, making, failure, removed, make } = useTokens();
  const flow = useDeleteFlow<ApiToken>({
    kind: "token",
    name: ({ id }) => id,
    remove: ({ id }) => deleteToken({ tokenId: id }),
    onDeleted: (token) => void removed(token),
  });
  return {
    text: t("text"),
    tokens: (
      <>
        {failure && <Alert variant="error">{failure}</Alert>}
        {made && <NewToken token={made} />}
        <TokenList tokens={tokens} failed={failure !== null} none={t("none")} onDelete={flow.ask} />
        <DeleteFlow flow={flow} />
      </>
    ),
    button: (
      <Button variant="primary" loading={making} onClick={make}>
        {t("new")}
      </Button>
    ),
  };
}

function NewToken({ token }: { token: string }) {
  const t = useTranslations("session.tokens");
  return (
    <Alert variant="success" title={t("once")} action={<CopyButton value={token} what="token" />}>
      <code className="wrap-anywhere font-mono text-xs">{token}</code>
    </Alert>
  );
}
