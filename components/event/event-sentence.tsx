import Link from "next/link";
import { useTranslations } from "next-intl";
import { ChangedValues } from "@/components/event/event-details";
import { readEvent } from "@/components/event/read-event";
import type { ListedEvent } from "@/lib/event/schema";

/** Changes in the list itself; the row's details have all. */
const SHOWN_CHANGES = 2;

/** Who did what to which thing, and what changed unless the sentence says it. */
export function EventSentence({ event }: { event: ListedEvent }) {
  const read = readEvent(event);
  return (
    <span className="wrap-anywhere flex flex-col gap-0.5 whitespace-normal">
      <Sentence event={event} read={read} />
      {!read?.role && <Changes changes={event.changes ?? {}} />}
    </span>
  );
}

type SentenceProps = { event: ListedEvent; read?: ReturnType<typeof readEvent> };

/** Who did what to which thing. */
export function Sentence({ event, read = readEvent(event) }: SentenceProps) {
  const t = useTranslations();
  const role = read?.role ? t(`project.role.${read.role}`) : "";
  const user = () => <span className="font-medium">{event.user_name ?? t("event.system")}</span>;
  return (
    <span className="wrap-anywhere min-w-0">
      {read ? (
        t.rich(`event.sentences.${read.sentence}`, { user, role, part: read.part, thing: () => <Thing {...read} /> })
      ) : (
        <>
          {user()} · {event.description}
        </>
      )}
    </span>
  );
}

function Thing({ name, href }: { name: string; href: string | null }) {
  if (!href) return <span className="font-medium">{name}</span>;
  return (
    <Link href={href} prefetch={false} className="rounded-sm font-medium text-primary-text hover:underline">
      {name}
    </Link>
  );
}

function Changes({ changes }: { changes: NonNullable<ListedEvent["changes"]> }) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-4 text-muted-foreground text-xs">
      {fields.slice(0, SHOWN_CHANGES).map(([name, change]) => (
        <span key={name} className="line-clamp-1 max-w-xl">
          <code className="mr-1.5 font-mono">{name}</code>
          <ChangedValues change={change} />
        </span>
      ))}
      {fields.length > SHOWN_CHANGES && <span>+{fields.length - SHOWN_CHANGES}</span>}
    </span>
  );
}
