import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { clearCookie, HOME_COOKIE, NOTIFY_COOKIE, readCookie, setCookie } from "@/components/shell/cookies";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";

/** Choices of this browser, which take effect at once. */
export function Preferences() {
  const t = useTranslations("user.preferences");
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">{t("title")}</legend>
      <HomeSwitch label={t("home")} />
      {"Notification" in window && <NotifySwitch label={t("notify")} blocked={t("notifyBlocked")} />}
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

function NotifySwitch({ label, blocked }: { label: string; blocked: string }) {
  const [on, setOn] = useState(() => readCookie(NOTIFY_COOKIE) === "on");
  const [refused, setRefused] = useState(false);
  const id = useId();

  async function choose(chosen: boolean) {
    const allowed = chosen && (await Notification.requestPermission()) === "granted";
    setOn(allowed);
    setRefused(chosen && !allowed);
    if (allowed) setCookie(NOTIFY_COOKIE, "on");
    else clearCookie(NOTIFY_COOKIE);
  }

  return (
    <div>
      <Label className="justify-between gap-3 font-normal">
        {label}
        <Switch checked={on} onCheckedChange={choose} aria-describedby={refused ? id : undefined} />
      </Label>
      {refused && (
        <p id={id} role="status" className="text-error-text text-xs">
          {blocked}
        </p>
      )}
    </div>
  );
}
