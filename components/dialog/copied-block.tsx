import { CopyButton } from "@/components/dialog/copy-button";
import type { CopyKind } from "@/components/dialog/use-copy";

type CopiedBlockProps = { label: string; what: CopyKind; value: string };

/** A block of text with a button to copy it. */
export const CopiedBlock = ({ label, what, value }: CopiedBlockProps) => (
  <section className="grid gap-1.5">
    <h3 className="font-medium text-sm">{label}</h3>
    <div className="flex items-start gap-2 rounded-md border border-border bg-muted py-1.5 pr-1.5 pl-3">
      <code className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap py-1 font-mono text-xs">{value}</code>
      <CopyButton value={value} what={what} />
    </div>
  </section>
);
