import { useTranslations } from "next-intl";
import { CopiedBlock, focusItself } from "@/components/dialog/copied-block";
import { BACKEND_BLOCK, checkpointCommand, exportLines } from "@/components/state/token/laptop-lines";
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
import type { MadeStateToken, State } from "@/lib/state/schema";

type NewTokenDialogProps = {
  open: boolean;
  state: State;
  workspace: string;
  token: MadeStateToken;
  /** Address of this server as laptops reach it. */
  url: string;
  onClose: () => void;
};

/** The new token, which cannot be seen again, and what to paste; so nothing but OK closes it. */
export function NewTokenDialog({ open, state, workspace, token: { token }, url, onClose }: NewTokenDialogProps) {
  const t = useTranslations();
  const access = { url, stateId: state.id, workspace, token };
  return (
    <Dialog open={open}>
      <DialogContent width={640} onOpenAutoFocus={focusItself}>
        <DialogHeader>
          <DialogTitle>{t("state.token.made")}</DialogTitle>
          <DialogDescription>{t("session.tokens.once")}</DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          <CopiedBlock label={t("runner.token")} what="token" value={token} />
          {state.kind === "pulumi" ? (
            <CopiedBlock label={t("state.token.checkpoint")} what="command" value={checkpointCommand(access)} />
          ) : (
            <>
              <CopiedBlock label={t("state.token.code")} what="text" value={BACKEND_BLOCK} />
              <CopiedBlock label={t("state.token.shell", { workspace })} what="command" value={exportLines(access)} />
            </>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {t("common.ok")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
