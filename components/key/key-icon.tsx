import { CircleDashed, KeyRound, RectangleEllipsis } from "lucide-react";
import type { KeyType } from "@/lib/key/schema";

const ICONS = { ssh: KeyRound, login_password: RectangleEllipsis, none: CircleDashed };

export function KeyIcon({ type }: { type: KeyType }) {
  const Icon = ICONS[type];
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />;
}
