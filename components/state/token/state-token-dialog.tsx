import { useTranslations } from "next-intl";
import { CopiedBlock } from "@/components/dialog/copied-block";
import { NewTokenDialog } from "@/components/dialog/new-token-dialog";
import { BACKEND_BLOCK, checkpointCommand, exportLines } from "@/components/state/token/laptop-lines";
import type { MadeStateToken, State } from "@/lib/state/schema";

type StateTokenDialogProps = {
  open: boolean;
  state: State;
  workspace: string;
  token: MadeStateToken;
  /** Address of this server as laptops reach it. */
  url: string;
  onClose: () => void;
};

/** The new token of a state, and what to paste on a laptop. */
export function StateTokenDialog({ state, workspace, token: { token }, url, ...dialog }: StateTokenDialogProps) {
  const t = useTranslations();
  const access = { url, stateId: state.id, workspace, token };
  const texts = { title: t("state.token.made"), description: t("session.tokens.once") };
  return (
    <NewTokenDialog {...dialog} {...texts} token={token} width={640}>
      {state.kind === "pulumi" ? (
        <CopiedBlock label={t("state.token.checkpoint")} what="command" value={checkpointCommand(access)} />
      ) : (
        <>
          <CopiedBlock label={t("state.token.code")} what="text" value={BACKEND_BLOCK} />
          <CopiedBlock label={t("state.token.shell", { workspace })} what="command" value={exportLines(access)} />
        </>
      )}
    </NewTokenDialog>
  );
}
