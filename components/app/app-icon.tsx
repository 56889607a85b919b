"use client";

import dynamic from "next/dynamic";
import type { CSSProperties } from "react";
import { isAppIcon } from "@/components/app/app-icons";
import { type AppLook, useAppLook } from "@/components/app/app-looks";
import { PageSymbol } from "@/components/theme/symbols";
import { cn } from "@/components/ui/cn";
import { isBuiltinApp } from "@/lib/protocol/app";

/** Loaded on demand, because few installations have custom icons; a list or a dialog that shows one doesn't wait for it. */
const ChosenIcon = dynamic(() => import("@/components/app/chosen-icon").then((module) => module.ChosenIcon), {
  loading: () => <span className="size-4 shrink-0" />,
});

type AppIconProps = {
  app: string;
  /** Overrides the configured look of the application. */
  look?: AppLook;
  className?: string;
};

/** An application's icon; place its name next to it or in a tooltip. */
export function AppIcon({ app, look, className }: AppIconProps) {
  const known = useAppLook(app);
  const { icon = "", color = "", dark_color = "" } = look ?? known ?? {};
  const coloured = color !== "" || dark_color !== "";
  const shape = {
    "data-app": app,
    style: coloured ? colours(color, dark_color) : undefined,
    className: cn("app-icon", coloured && "text-(--app-color) dark:text-(--app-dark-color)", className),
  };
  return isAppIcon(icon) ? (
    <ChosenIcon name={icon} {...shape} />
  ) : (
    <PageSymbol name={`app-${isBuiltinApp(app) ? app : "other"}`} {...shape} />
  );
}

/** A single colour serves both themes. */
const colours = (color: string, dark: string): CSSProperties & Record<`--${string}`, string> => ({
  "--app-color": color || dark,
  "--app-dark-color": dark || color,
});
