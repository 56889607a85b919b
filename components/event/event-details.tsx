import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import type { FieldChange, ListedEvent } from "@/lib/event/schema";

/** Source address, and the fields before and after the change. */
export function EventDetails({ event: { ip, changes } }: { event: ListedEvent }) {
  const t = useTranslations("event");
  const fields = Object.entries(changes ?? {});
  return (
    <div className="flex flex-col gap-2 px-4 py-3 text-sm">
      <p className="text-muted-foreground">{ip ? t("from", { ip }) : t("fromServer")}</p>
      {fields.length > 0 && (
        <dl aria-label={t("changes")} className="grid gap-x-6 gap-y-2 md:grid-cols-[max-content_1fr]">
          {fields.map(([name, change]) => (
            <div key={name} className="contents max-md:block">
              <dt className="wrap-anywhere font-mono text-muted-foreground text-xs leading-5">{name}</dt>
              <dd className="wrap-anywhere min-w-0 whitespace-pre-wrap">
                <ChangedValues change={change} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** A value before and after; of a secret only that it changed. */
export function ChangedValues({ change }: { change: FieldChange }) {
  const t = useTranslations("event");
  if ("sealed" in change) return <span className="text-muted-foreground">{t("sealed")}</span>;
  return (
    <>
      <del className="text-muted-foreground">
        <Value value={change.from} />
      </del>
      <span aria-hidden="true" className="px-2 text-muted-foreground">
        →
      </span>
      <ins className="no-underline">
        <Value value={change.to} />
      </ins>
    </>
  );
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return <Dash />;
  return typeof value === "string" ? value : JSON.stringify(value);
}
