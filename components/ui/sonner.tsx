"use client";

import { CircleCheck, Info, OctagonAlert, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { Spinner } from "@/components/ui/spinner";
import { showToasts } from "@/components/ui/toast";

const ICONS = {
  success: <CircleCheck className="size-4 text-success" />,
  info: <Info className="size-4 text-primary-text" />,
  warning: <TriangleAlert className="size-4 text-amber" />,
  error: <OctagonAlert className="size-4 text-error" />,
  loading: <Spinner />,
};

/** Renders toasts; mount it once. */
export function Toaster() {
  const t = useTranslations("common");
  const { resolvedTheme } = useTheme();
  useEffect(() => showToasts(toast), []);
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="top-center"
      icons={ICONS}
      closeButton
      containerAriaLabel={t("notifications")}
      toastOptions={{
        closeButtonAriaLabel: t("close"),
        classNames: {
          toast: "!rounded-lg !border !border-border !bg-popover !font-sans !text-foreground !shadow-lg",
          title: "!font-medium !text-sm",
          description: "!text-muted-foreground !text-xs",
          closeButton: "!border-border !bg-popover !text-muted-foreground",
        },
      }}
    />
  );
}
