import { Dash } from "@/components/format/dash";
import { cn } from "@/components/ui/cn";
import { Hint } from "@/components/ui/hint";

const SHOWN = 10;

type CommitHashProps = { hash: string | null | undefined; message?: string | null; className?: string };

/** The first ten characters, with the commit's message as a tooltip. */
export function CommitHash({ hash, message, className }: CommitHashProps) {
  if (!hash) return <Dash />;
  return (
    <Hint text={message}>
      <code className={cn("font-mono text-xs", className)}>{hash.slice(0, SHOWN)}</code>
    </Hint>
  );
}
