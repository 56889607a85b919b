import { useTranslations } from "next-intl";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { TokenList } from "@/components/session/token-list";
import { useOwnTokens } from "@/components/session/use-own-tokens";
import { useTokenList } from "@/components/session/use-tokens";
import { Alert } from "@/components/ui/alert";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
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
  const { tokens, button } = useOwnTokens();
  return (
    <>
      <DialogBody className="flex flex-col gap-4">{tokens}</DialogBody>
      <DialogFooter>{button}</DialogFooter>
    </>
  );
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
