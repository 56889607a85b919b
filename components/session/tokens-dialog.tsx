import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/dialog/copy-button";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { TokenTable } from "@/components/session/token-table";
import { useTokenList, useTokens } from "@/components/session/use-tokens";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { deleteToken } from "@/lib/session/actions";
import type { ApiToken } from "@/lib/session/schema";
import { deleteUserToken } from "@/lib/user/actions";

type TokensDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** The current user's API tokens. */
export function TokensDialog(dialog: TokensDialogProps) {
  const t = useTranslations();
  return (
    <Dialog {...dialog}>
      <DialogContent width={600} closeLabel={t("common.close")}>
        <DialogHeader>
          <DialogTitle>{t("session.tokens.title")}</DialogTitle>
          <DialogDescription>{t("session.tokens.text")}</DialogDescription>
        </DialogHeader>
        <Tokens />
      </DialogContent>
    </Dialog>
  );
}

function Tokens() {
  const t = useTranslations("session.tokens");
  const { tokens, made, making, failure, reload, make } = useTokens();
  const flow = useDeleteFlow<ApiToken>({
    kind: "token",
    name: ({ id }) => id,
    remove: ({ id }) => deleteToken({ tokenId: id }),
    onDeleted: () => void reload(),
  });
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        {failure && <Alert variant="error">{failure}</Alert>}
        {made && <NewToken token={made} />}
        <TokenList tokens={tokens} failed={failure !== null} none={t("none")} onDelete={flow.ask} />
        <DeleteFlow flow={flow} />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" loading={making} onClick={make}>
          {t("new")}
        </Button>
      </DialogFooter>
    </>
  );
}

function NewToken({ token }: { token: string }) {
  const t = useTranslations("session.tokens");
  return (
    <Alert variant="success" title={t("once")} action={<CopyButton value={token} what="token" />}>
      <code className="wrap-anywhere font-mono text-xs">{token}</code>
    </Alert>
  );
}

type TokenListProps = {
  tokens: ApiToken[] | undefined;
  failed: boolean;
  none: string;
  onDelete: (token: ApiToken) => void;
};

function TokenList({ tokens, failed, none, onDelete }: TokenListProps) {
  if (!tokens) return !failed && <Skeleton className="h-24" />;
  if (tokens.length === 0) return <p className="text-muted-foreground text-sm">{none}</p>;
  return <TokenTable tokens={tokens} onDelete={onDelete} />;
}

type UserTokensDialogProps = TokensDialogProps & { user: { id: number; name: string } };

/** Another user's API tokens, for administrators to revoke. */
export function UserTokensDialog({ user, ...dialog }: UserTokensDialogProps) {
  const t = useTranslations();
  return (
    <Dialog {...dialog}>
      <DialogContent width={600} closeLabel={t("common.close")}>
        <DialogHeader>
          <DialogTitle>{t("session.tokens.titleOf", { name: user.name })}</DialogTitle>
          <DialogDescription>{t("session.tokens.textOf")}</DialogDescription>
        </DialogHeader>
        <UserTokens userId={user.id} />
      </DialogContent>
    </Dialog>
  );
}

function UserTokens({ userId }: { userId: number }) {
  const t = useTranslations("session.tokens");
  const { tokens, failure, reload } = useTokenList(userId);
  const flow = useDeleteFlow<ApiToken>({
    kind: "token",
    name: ({ id }) => id,
    remove: ({ id }) => deleteUserToken({ userId, tokenId: id }),
    onDeleted: () => void reload(),
  });
  return (
    <DialogBody>
      {failure && <Alert variant="error">{failure}</Alert>}
      <TokenList tokens={tokens} failed={failure !== null} none={t("noneOf")} onDelete={flow.ask} />
      <DeleteFlow flow={flow} />
    </DialogBody>
  );
}
