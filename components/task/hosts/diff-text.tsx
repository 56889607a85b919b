import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { ScrollBox } from "@/components/ui/scroll-box";

/** A unified difference with its lines coloured by their first character. */
export function DiffText({ text }: { text: string }) {
  const t = useTranslations("task.options");
  return (
    <ScrollBox
      aria-label={t("diff")}
      className="overflow-x-auto rounded-md bg-log p-2 font-mono text-log-foreground text-xs"
    >
      <pre>
        {text.split("\n").map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names of their own and never move
          <span key={index} className={cn("block min-h-4 w-max min-w-full", classOf(line))}>
            {line}
          </span>
        ))}
      </pre>
    </ScrollBox>
  );
}

function classOf(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---")) return "font-semibold";
  if (line.startsWith("@@")) return "text-muted-foreground";
  if (line.startsWith("+")) return "bg-success-soft text-success-text";
  return line.startsWith("-") ? "bg-error-soft text-error-text" : "";
}
