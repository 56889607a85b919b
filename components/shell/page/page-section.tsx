import { type ReactNode, useId } from "react";

type PageSectionProps = { title: string; about?: ReactNode; children: ReactNode };

/** A titled section of a page. */
export function PageSection({ title, about, children }: PageSectionProps) {
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
