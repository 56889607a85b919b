import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CopyButton } from "@/components/dialog/copy-button";
import type { Entry } from "@/components/reference/entry";
import { Badge } from "@/components/ui/badge";

const COLOURS = { GET: "accent", POST: "success", PUT: "amber", DELETE: "error" } as const;

/** One method of a path: collapsed to one line, expanded with all details. */
export function EntryCard({ entry }: { entry: Entry }) {
  const [open, setOpen] = useState(false);
  const { id, method, path, summary } = entry;
  return (
    <details
      id={id}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group scroll-mt-28 border-border border-b last:border-b-0"
    >
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2 hover:bg-accent focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-muted-foreground transition-transform group-open:rotate-90"
        />
        <Badge variant={COLOURS[method as keyof typeof COLOURS] ?? "neutral"} className="w-14 justify-center font-mono">
          {method}
        </Badge>
        <code className="break-all font-mono text-sm">{path}</code>
        <span className="min-w-0 text-muted-foreground text-sm">{summary}</span>
      </summary>
      {open && <EntryBody entry={entry} />}
    </details>
  );
}

function EntryBody({ entry }: { entry: Entry }) {
  const t = useTranslations("reference");
  const { access, parameters, body, replies, curl } = entry;
  return (
    <div className="grid grid-cols-1 gap-4 px-4 pt-2 pb-5 sm:pl-10">
      <p className="text-muted-foreground text-sm">{t("access", { who: t(`who.${accessKey(access)}`) })}</p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {body && (
        <Section title={t("body")}>
          <Code text={body} />
        </Section>
      )}
      <Section title={t("replies")}>
        <Replies replies={replies} />
      </Section>
      <Section title={t("example")}>
        <Code text={curl} copy />
      </Section>
    </div>
  );
}

/** A required permission such as `project:manageResources+admin`, as a message key. */
type AccessKey = keyof typeof import("@/messages/en.json")["reference"]["who"];
const accessKey = (access: string) => access.replace(/\W+/g, "_").replace(/_$/, "") as AccessKey;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-1.5">
      <h4 className="font-medium text-sm">{title}</h4>
      {children}
    </section>
  );
}

function Parameters({ parameters }: Pick<Entry, "parameters">) {
  const t = useTranslations("reference");
  return (
    <Section title={t("parameters")}>
      <ul className="grid grid-cols-1 gap-1 text-sm">
        {parameters.map(({ name, place, type, description }) => (
          <li key={`${place}-${name}`} className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono">{name}</code>
            <span className="break-all text-muted-foreground">
              {t(`places.${place}`)} · {type}
            </span>
            {description && <span>{description}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Replies({ replies }: Pick<Entry, "replies">) {
  return (
    <ul className="grid grid-cols-1 gap-1.5 text-sm">
      {replies.map(({ status, description, type, schema }) => (
        <li key={status} className="grid grid-cols-1 gap-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono">{status}</code>
            <span className="text-muted-foreground">{description}</span>
            {type && <span className="text-muted-foreground text-xs">{type}</span>}
          </span>
          {schema && !schema.startsWith("Error") && <Code text={schema} />}
        </li>
      ))}
    </ul>
  );
}

function Code({ text, copy = false }: { text: string; copy?: boolean }) {
  return (
    <div className="relative rounded-md border border-border bg-muted">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <pre tabIndex={0} className="max-h-96 overflow-auto p-3 pr-10 font-mono text-xs">
        {text}
      </pre>
      {copy && <CopyButton value={text} what="command" className="absolute top-1 right-1" />}
    </div>
  );
}
