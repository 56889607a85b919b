import { cn } from "@/components/ui/cn";

/** A signal box lamp under its hood. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn("size-6 shrink-0", className)}>
      <path
        d="M6.5 15.5a9.5 9.5 0 0 1 19 0"
        fill="none"
        strokeWidth="2.5"
        strokeLinecap="round"
        className="stroke-muted-foreground"
      />
      <circle cx="16" cy="17" r="9.5" className="fill-running opacity-20" />
      <circle cx="16" cy="17" r="6" className="fill-running" />
    </svg>
  );
}
