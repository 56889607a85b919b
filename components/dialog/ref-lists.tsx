import Link from "next/link";
import { useTranslations } from "next-intl";
import { REF_KINDS, type RefKind, type Refs } from "@/components/dialog/refs";
import { objectHref } from "@/components/shell/object-href";

const KINDS = {
  templates: "template",
  inventories: "inventory",
  repositories: "repository",
  schedules: "schedule",
  integrations: "integration",
} as const satisfies Record<RefKind, string>;

type RefListsProps = {
  refs: Refs;
  /** Links each name to where the item can be edited. */
  link?: { projectId: number; onFollow?: () => void };
};

/** The names of the items that use another one, by kind. */
export function RefLists({ refs, link }: RefListsProps) {
  const t = useTranslations("common");
  return REF_KINDS.map((kind) => ({ kind, items: refs[kind] ?? [] }))
    .filter(({ items }) => items.length > 0)
    .map(({ kind, items }) => (
      <section key={kind}>
        <h3 className="mb-1 font-medium text-muted-foreground text-xs">{t(`refs.${kind}`)}</h3>
        <ul className="divide-y divide-border rounded-md border border-border">
          {items.map((ref) => (
            <li key={ref.id}>
              {link ? (
                <Link
                  href={objectHref(KINDS[kind], { project_id: link.projectId, ...ref })}
                  onClick={link.onFollow}
                  className="block truncate px-3 py-2 text-primary-text text-sm hover:bg-accent focus-visible:-outline-offset-2"
                >
                  {ref.name}
                </Link>
              ) : (
                <span className="block truncate px-3 py-2 text-foreground text-sm">{ref.name}</span>
              )}
            </li>
          ))}
        </ul>
      </section>
    ));
}
