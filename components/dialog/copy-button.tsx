"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { type CopyKind, useCopy } from "@/components/dialog/use-copy";
import { Button, type ButtonProps } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

type CopyButtonProps = Pick<ButtonProps, "variant" | "size" | "className"> & {
  value: string;
  /** Selects the toast's text. */
  what?: CopyKind;
  /** Without a label it shows only the icon. */
  label?: ReactNode;
};

export function CopyButton({ value, what = "text", label, ...button }: CopyButtonProps) {
  const t = useTranslations("common");
  const copy = useCopy();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);

  const press = async () => setCopied(await copy(value, what));
  const icon = copied ? <Check className="text-success-text" /> : <Copy />;
  if (!label) {
    return (
      <IconButton label={t("copy")} onClick={press} {...button}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Button onClick={press} {...button}>
      {icon}
      {label}
    </Button>
  );
}
