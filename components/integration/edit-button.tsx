"use client";

import { Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import type { TemplateChoice } from "@/components/integration/integration-form-schema";
import type { KeyChoice } from "@/components/key/use-key-options";
import { Button } from "@/components/ui/button";
import type { Integration } from "@/lib/integration/schema";

const loadIntegrationForm = () => import("@/components/integration/integration-form");
const IntegrationForm = dynamic(() => loadIntegrationForm().then((module) => module.IntegrationForm));

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
      <PrefetchOnInteraction open={open} load={loadIntegrationForm}>
        <IntegrationForm
          {...{ projectId, templates, keys, open }}
          item={integration}
          onOpenChange={setOpen}
          onSaved={() => router.refresh()}
        />
      </PrefetchOnInteraction>
    </>
  );
}
