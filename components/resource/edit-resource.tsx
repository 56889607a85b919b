"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import type { FormRequest } from "@/components/create/create-context";
import { useFormHost } from "@/components/create/use-form-host";
import { Button } from "@/components/ui/button";

type EditResourceProps = { projectId: number; request: FormRequest };

/** Opens the form of the resource whose page this is. */
export function EditResource({ projectId, request }: EditResourceProps) {
  const t = useTranslations("common");
  const { show, form } = useFormHost(projectId);
  return (
    <>
      <Button onClick={() => void show(request)}>
        <Pencil />
        {t("edit")}
      </Button>
      {form}
    </>
  );
}
