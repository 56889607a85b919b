"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useConsole } from "@/components/shell/console-context";
import { Button } from "@/components/ui/button";
import { Hint } from "@/components/ui/hint";

/** A link from a global screen back to the last opened project. */
export function BackToProject() {
  const t = useTranslations("shell");
  const { project } = useConsole();
  const label = project ? t("backTo", { project: project.name }) : t("backHome");
  return (
    <Hint text={label}>
      <Button asChild variant="ghost" size="icon-sm" className="-ml-1.5">
        <Link href={project ? `/project/${project.id}` : "/"} prefetch={false} aria-label={label}>
          <ArrowLeft />
        </Link>
      </Button>
    </Hint>
  );
}
