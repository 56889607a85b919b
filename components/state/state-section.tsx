import { type ReactNode, useId } from "react";

type StateSectionProps = { title: string; about?: ReactNode; children: ReactNode };

/** A section of a state's page. */
export function StateSection({ title, about, children }: StateSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-2 flex flex-col gap-3">
      <div className="max-w-3xl">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {about && <p className="text-muted-foreground text-sm">{about}</p>}
      </div>
      {children}
    </section>
  );
}
