"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/dialog/copy-button";
import { DeleteFlow } from "@/components/dialog/delete-flow";
import { useDeleteFlow } from "@/components/dialog/use-delete-flow";
import { Time } from "@/components/format/time";
import { useTokens } from "@/components/session/use-tokens";
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
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { deleteToken } from "@/lib/session/actions";
import type { ApiToken } from "@/lib/session/schema";

type TokensDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** One's own API tokens. */
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
        {tokens ? <TokenTable tokens={tokens} onDelete={flow.ask} /> : !failure && <Skeleton className="h-24" />}
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

function TokenTable({ tokens, onDelete }: { tokens: ApiToken[]; onDelete: (token: ApiToken) => void }) {
  const t = useTranslations();
  if (tokens.length === 0) return <p className="text-muted-foreground text-sm">{t("session.tokens.none")}</p>;
  return (
    <Table>
      <TableHeader>
        <TableRow>
          <TableHead>{t("session.tokens.token")}</TableHead>
          <TableHead>{t("session.tokens.created")}</TableHead>
          <TableHead>{t("session.tokens.lastUsed")}</TableHead>
          <TableHead>
            <span className="sr-only">{t("common.actions")}</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {tokens.map((token) => (
          <TableRow key={token.id}>
            <TableCell className="font-mono">{token.id}…</TableCell>
            <TableCell>
              <Time value={token.created} />
            </TableCell>
            <TableCell>
              <Time value={token.last_used} />
            </TableCell>
            <TableCell className="text-right">
              <IconButton label={t("session.tokens.delete", { token: token.id })} onClick={() => onDelete(token)}>
                <Trash2 />
              </IconButton>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
