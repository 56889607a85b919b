import { useTranslations } from "next-intl";
import { useState } from "react";
import { clearCookie, HOME_COOKIE, readCookie, setCookie } from "@/components/shell/cookies";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";

/** Choices of this browser, which take effect at once. */
export function Preferences() {
  const t = useTranslations("user.preferences");
  return (
    <fieldset className="flex flex-col gap-3 border-border border-t pt-4">
      <legend className="sr-only">{t("title")}</legend>
      <HomeSwitch label={t("home")} />
    </fieldset>
  );
}

function HomeSwitch({ label }: { label: string }) {
  const [overview, setOverview] = useState(() => readCookie(HOME_COOKIE) === "overview");
  const choose = (chosen: boolean) => {
    setOverview(chosen);
    if (chosen) setCookie(HOME_COOKIE, "overview");
    else clearCookie(HOME_COOKIE);
  };
  return (
    <Label className="justify-between gap-3 font-normal">
      {label}
      <Switch checked={overview} onCheckedChange={choose} />
    </Label>
  );
}
