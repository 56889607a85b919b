import Link from "next/link";
import { useTranslations } from "next-intl";

/** Shown under a key select when the project has no keys. */
export function MissingKeys({ projectId }: { projectId: number }) {
  const t = useTranslations("key");
  return t.rich("missing", {
    link: (text) => (
      <Link href={`/project/${projectId}/keys`} className="text-primary-text underline">
        {text}
      </Link>
    ),
  });
}
