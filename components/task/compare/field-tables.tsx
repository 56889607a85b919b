import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import {
  type ComparedRuns,
  type DifferenceRow,
  DifferenceTable,
  Section,
} from "@/components/task/compare/difference-table";
import { DiffText } from "@/components/task/hosts/diff-text";
import { FIELD_SECTIONS, type FieldChange, type FieldSection } from "@/lib/task/schema/compare";

/** What the runs were given, by where it comes from. */
export function FieldTables({ fields, runs }: { fields: readonly FieldChange[]; runs: ComparedRuns }) {
  const titleOf = useSectionTitle();
  return FIELD_SECTIONS.map((section) => {
    const rows = fields.filter((field) => field.section === section).map(rowOf);
    return rows.length === 0 ? null : (
      <Section key={section} title={titleOf(section)}>
        <DifferenceTable runs={runs} rows={rows} />
      </Section>
    );
  });
}

function rowOf(field: FieldChange): DifferenceRow {
  const { name, secret, diff, before, after, change } = field;
  const row = { key: `${name} ${secret}`, label: <code className="font-mono">{name}</code> };
  if (secret) return { ...row, both: <SecretChange change={change} /> };
  if (diff !== null) return { ...row, both: <DiffText text={diff} /> };
  return { ...row, before: <Value text={before} />, after: <Value text={after} /> };
}

const Value = ({ text }: { text: string | null }) =>
  text === null ? <Dash /> : <code className="wrap-anywhere whitespace-pre-wrap font-mono">{text}</code>;

function SecretChange({ change }: Pick<FieldChange, "change">) {
  const t = useTranslations("task.compare.secrets");
  return <span className="italic">{t(change)}</span>;
}

/** Names what a run was given by where it comes from. */
export function useSectionTitle(): (section: FieldSection) => string {
  const t = useTranslations();
  const titles: Record<FieldSection, string> = {
    parameters: t("task.options.label"),
    template: t("task.columns.template"),
    repository: t("template.columns.repository"),
    inventory: t("template.columns.inventory"),
    environment: t("template.columns.environment"),
  };
  return (section) => titles[section];
}
