import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import { homeOf } from "@/components/project/choose-project";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { toast } from "@/components/ui/toast";

/** Another project, with templates that run at once. */
export function DemoCard() {
  const t = useTranslations("project");
  const router = useRouter();
  const problemText = useProblemText();
  const [pending, setPending] = useState(false);

  async function create() {
    setPending(true);
    try {
      const created = await api("POST /projects", { body: { name: "", demo: true } });
      toast.success(t("created", { name: created.name }));
      router.push(homeOf(created));
    } catch (thrown) {
      toast.error(problemText(thrown));
    } finally {
      setPending(false);
    }
  }

  return (
    <Card className="flex flex-col items-start gap-3 p-4">
      <p className="text-muted-foreground text-sm">{t("demoText")}</p>
      <Button loading={pending} onClick={() => void create()}>
        {t("createDemo")}
      </Button>
    </Card>
  );
}
