import { useTranslations } from "next-intl";
import { CopiedBlock, focusItself } from "@/components/dialog/copied-block";
import { containerCommand, shellCommand } from "@/components/runner/runner-commands";
import { useConsole } from "@/components/shell/console-context";
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

type RunnerTokenDialogProps = {
  open: boolean;
  token: string;
  /** Address of this server as runners reach it. */
  url: string;
  onClose: () => void;
};

/** The token of a new runner, which cannot be seen again; so nothing but OK closes it. */
export function RunnerTokenDialog({ open, token, url, onClose }: RunnerTokenDialogProps) {
  const t = useTranslations();
  const { version } = useConsole();
  const access = { url, token };
  return (
    <Dialog open={open}>
      <DialogContent width={600} onOpenAutoFocus={focusItself}>
        <DialogHeader>
          <DialogTitle>{t("runner.tokenTitle")}</DialogTitle>
          <DialogDescription>{t("runner.tokenOnce")}</DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          <CopiedBlock label={t("runner.token")} what="token" value={token} />
          <CopiedBlock label={t("runner.command")} what="command" value={shellCommand(access)} />
          <CopiedBlock label={t("runner.container")} what="command" value={containerCommand(access, version)} />
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
