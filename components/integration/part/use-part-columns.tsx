import { useTranslations } from "next-intl";
import { Name } from "@/components/format/name";
import type { Column } from "@/components/table/columns/column";
import type { ExtractValue, Matcher } from "@/lib/integration/schema";

type Part = Pick<Matcher, "name" | "body_data_type" | "key">;

export function useMatcherColumns(): Column<Matcher>[] {
  const t = useTranslations("integration");
  const shared = usePartColumns();
  return [
    shared.name,
    {
      key: "match_type",
      header: t("matchType"),
      cell: ({ match_type }) => t(`sources.${match_type}`),
      sort: ({ match_type }) => match_type,
    },
    {
      key: "method",
      header: t("methodColumn"),
      cell: ({ method }) => t(`methods.${method}`),
      sort: ({ method }) => method,
    },
    shared.bodyType,
    shared.key,
    { key: "value", header: t("value"), cell: ({ value }) => <Code text={value} />, sort: ({ value }) => value },
  ];
}

export function useValueColumns(): Column<ExtractValue>[] {
  const t = useTranslations("integration");
  const shared = usePartColumns();
  return [
    shared.name,
    {
      key: "value_source",
      header: t("valueSource"),
      cell: ({ value_source }) => t(`sources.${value_source}`),
      sort: ({ value_source }) => value_source,
    },
    shared.bodyType,
    shared.key,
    {
      key: "variable",
      header: t("variable"),
      cell: ({ variable }) => <Code text={variable} />,
      sort: ({ variable }) => variable,
    },
  ];
}

function usePartColumns() {
  const t = useTranslations("integration");
  return {
    name: {
      key: "name",
      header: t("name"),
      cell: ({ name }: Part) => <Name text={name} className="font-medium" />,
      sort: ({ name }: Part) => name,
    },
    bodyType: {
      key: "body_data_type",
      header: t("bodyDataType"),
      cell: ({ body_data_type }: Part) =>
        body_data_type === "" ? (
          <span className="text-muted-foreground">{t("notApplicable")}</span>
        ) : (
          t(`bodyTypes.${body_data_type}`)
        ),
      sort: ({ body_data_type }: Part) => body_data_type,
    },
    key: {
      key: "key",
      header: t("key"),
      cell: ({ key }: Part) => <Code text={key} />,
      sort: ({ key }: Part) => key,
    },
  };
}

const Code = ({ text }: { text: string }) => (
  <code className="font-mono text-xs md:line-clamp-1 md:whitespace-normal md:break-all" title={text}>
    {text}
  </code>
);
