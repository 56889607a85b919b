"use client";

import { Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IntegrationForm } from "@/components/integration/integration-form";
import type { TemplateChoice } from "@/components/integration/integration-form-schema";
import type { KeyChoice } from "@/components/key/use-key-options";
import { Button } from "@/components/ui/button";
import type { Integration } from "@/lib/integration/schema";

type EditButtonProps = {
  projectId: number;
  integration: Integration;
  templates: TemplateChoice[];
  keys: KeyChoice[];
};

export function EditButton({ projectId, integration, templates, keys }: EditButtonProps) {
  const t = useTranslations("common");
  const router = useRouter();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Pencil />
        {t("edit")}
      </Button>
      <IntegrationForm
        {...{ projectId, templates, keys, open }}
        item={integration}
        onOpenChange={setOpen}
        onSaved={() => router.refresh()}
      />
    </>
  );
}
