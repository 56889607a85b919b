import { Braces, SquareTerminal } from "lucide-react";
import type { SecretType } from "@/lib/environment/schema";

export function SecretIcon({ type }: { type: SecretType }) {
  const Icon = type === "env" ? SquareTerminal : Braces;
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />;
}
