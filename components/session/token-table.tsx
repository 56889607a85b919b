import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Time } from "@/components/format/time";
import { useKeptFocus } from "@/components/table/use-kept-focus";
import { IconButton } from "@/components/ui/icon-button";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { ApiToken } from "@/lib/session/schema";

/** API tokens by their prefix; without `onDelete` read-only. */
export function TokenTable({ tokens, onDelete }: { tokens: ApiToken[]; onDelete?: (token: ApiToken) => void }) {
  const t = useTranslations();
  const keptFocus = useKeptFocus(tokens);
  return (
    <Table data-list="" {...keptFocus}>
      <TableHeader>
        <TableRow>
          <TableHead>{t("session.tokens.token")}</TableHead>
          <TableHead>{t("session.tokens.created")}</TableHead>
          <TableHead>{t("session.tokens.lastUsed")}</TableHead>
          {onDelete && (
            <TableHead>
              <span className="sr-only">{t("common.actions")}</span>
            </TableHead>
          )}
        </TableRow>
      </TableHeader>
      <TableBody>
        {tokens.map((token) => (
          <TableRow key={token.id} data-row="">
            <TableCell className="font-mono">{token.id}…</TableCell>
            <TableCell>
              <Time value={token.created} />
            </TableCell>
            <TableCell>
              <LastUse {...token} />
            </TableCell>
            {onDelete && (
              <TableCell className="text-right">
                <IconButton label={t("session.tokens.delete", { token: token.id })} onClick={() => onDelete(token)}>
                  <Trash2 />
                </IconButton>
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** When a token was last used, and from which address. */
export function LastUse({ last_used, last_ip }: Pick<ApiToken, "last_used" | "last_ip">) {
  const t = useTranslations("event");
  return (
    <>
      <Time value={last_used} />
      {last_ip && <span className="block text-muted-foreground text-xs">{t("from", { ip: last_ip })}</span>}
    </>
  );
}
