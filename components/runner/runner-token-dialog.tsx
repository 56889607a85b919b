import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/dialog/copy-button";
import type { CopyKind } from "@/components/dialog/use-copy";
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
          <Copied label={t("runner.token")} what="token" value={token} />
          <Copied label={t("runner.command")} what="command" value={shellCommand(access)} />
          <Copied label={t("runner.container")} what="command" value={containerCommand(access, version)} />
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

/** Neither Copy nor OK, which a key still held down from saving would press. */
function focusItself(event: Event) {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

function Copied({ label, what, value }: { label: string; what: CopyKind; value: string }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="font-medium text-sm">{label}</h3>
      <div className="flex items-start gap-2 rounded-md border border-border bg-muted py-1.5 pr-1.5 pl-3">
        <code className="wrap-anywhere min-w-0 flex-1 py-1 font-mono text-xs">{value}</code>
        <CopyButton value={value} what={what} />
      </div>
    </section>
  );
}
