import { TokenTable } from "@/components/session/token-table";
import { Skeleton } from "@/components/ui/skeleton";
import type { ApiToken } from "@/lib/session/schema";

type TokenListProps = {
  tokens: ApiToken[] | undefined;
  failed: boolean;
  none: string;
  onDelete: (token: ApiToken) => void;
};

/** While they are read, a skeleton; nothing if that failed. */
export function TokenList({ tokens, failed, none, onDelete }: TokenListProps) {
  if (!tokens) return !failed && <Skeleton className="h-24" />;
  if (tokens.length === 0) return <p className="text-muted-foreground text-sm">{none}</p>;
  return <TokenTable tokens={tokens} onDelete={onDelete} />;
}
