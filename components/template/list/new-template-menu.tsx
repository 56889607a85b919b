import { ChevronDown, FileCode2, Plus, Settings2 } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AppIcon } from "@/components/app/app-icon";
import { useActiveApps } from "@/components/app/app-looks";
import { useAppTitle } from "@/components/app/app-title";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { withTexts } from "@/components/language/loaded-texts";
import { useConsole } from "@/components/shell/console-context";
import { newTemplateHref } from "@/components/template/template-href";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

const loadYamlForm = () => withTexts(import("@/components/template/yaml/template-yaml-form"));
const TemplateYamlForm = dynamic(() => loadYamlForm().then((module) => module.TemplateYamlForm));

type NewTemplateMenuProps = {
  projectId: number;
  viewId: number | null;
  variant?: "primary" | "secondary";
};

/** Selects the new template's application. */
export function NewTemplateMenu({ projectId, viewId, variant = "primary" }: NewTemplateMenuProps) {
  const t = useTranslations("template");
  const apps = useActiveApps();
  const title = useAppTitle();
  const { admin } = useConsole().user;
  const [yaml, setYaml] = useState(false);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant={variant} disabled={apps.length === 0 && !admin}>
            {variant === "primary" && <Plus />}
            {t("new")}
            <ChevronDown />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {apps.map((app) => (
            <DropdownMenuItem key={app.id} asChild>
              <Link href={newTemplateHref(projectId, app.id, viewId)} prefetch={false}>
                <AppIcon app={app.id} />
                {title(app)}
              </Link>
            </DropdownMenuItem>
          ))}
          {apps.length > 0 && <DropdownMenuSeparator />}
          <DropdownMenuItem onSelect={() => setYaml(true)}>
            <FileCode2 />
            {t("yaml.new")}
          </DropdownMenuItem>
          {admin && (
            <DropdownMenuItem asChild>
              <Link href="/apps">
                <Settings2 />
                {t("applications")}
              </Link>
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <PrefetchOnInteraction open={yaml} load={loadYamlForm}>
        <TemplateYamlForm projectId={projectId} templateId={null} open={yaml} onOpenChange={setYaml} />
      </PrefetchOnInteraction>
    </>
  );
}
