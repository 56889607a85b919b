import { APP_DRAWINGS, OTHER_APP } from "@/components/app/app-drawings";
import { isBuiltinApp } from "@/components/app/app-title";
import { cn } from "@/components/ui/cn";

/** The sign of an application; its name stands beside it or in a tooltip. */
export function AppIcon({ app, className }: { app: string; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      data-app={app}
      className={cn("size-4 shrink-0 text-muted-foreground", className)}
    >
      {isBuiltinApp(app) ? APP_DRAWINGS[app] : OTHER_APP}
    </svg>
  );
}
