import Link from "next/link";
import { useTranslations } from "next-intl";
import { useConsole } from "@/components/shell/console-context";

type MissingHintProps = { kind: "repositories" | "inventory" | "environment" | "keys" };

/** Below a select without options: links to where to create one. */
export function MissingHint({ kind }: MissingHintProps) {
  const t = useTranslations("template.missing");
  const { project } = useConsole();
  return t.rich(kind, {
    link: (text) => (
      <Link href={`/project/${project?.id ?? 0}/${kind}`} className="text-primary-text underline">
        {text}
      </Link>
    ),
  });
}
