import { useTranslations } from "next-intl";
import { CopiedBlock } from "@/components/dialog/copied-block";
import { NewTokenDialog } from "@/components/dialog/new-token-dialog";
import { containerCommand, shellCommand } from "@/components/runner/runner-commands";
import { useConsole } from "@/components/shell/console-context";

type RunnerTokenDialogProps = {
  open: boolean;
  /** Of the runner. */
  id: number;
  token: string;
  /** Address of this server as runners reach it. */
  url: string;
  onClose: () => void;
};

/** The token of a new runner, and how to start it. */
export function RunnerTokenDialog({ id, url, ...dialog }: RunnerTokenDialogProps) {
  const t = useTranslations("runner");
  const { version } = useConsole();
  const access = { url, token: dialog.token };
  return (
    <NewTokenDialog {...dialog} title={t("tokenTitle")} description={t("tokenOnce")} width={600}>
      <CopiedBlock label={t("command")} what="command" value={shellCommand(access)} />
      <CopiedBlock label={t("container")} what="command" value={containerCommand({ ...access, id }, version)} />
    </NewTokenDialog>
  );
}
