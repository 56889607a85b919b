"use client";

import {
  Building2,
  CircleUserRound,
  Cloud,
  Fingerprint,
  Globe,
  KeyRound,
  LogIn,
  type LucideIcon,
  ShieldCheck,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { Button } from "@/components/ui/button";
import { wantedPath } from "@/lib/access/sign-in-path";
import type { LoginOptions } from "@/lib/session/schema";

/** Icon names as in Semaphore's settings. */
const ICONS: Record<string, LucideIcon> = {
  account: CircleUserRound,
  cloud: Cloud,
  domain: Building2,
  fingerprint: Fingerprint,
  key: KeyRound,
  lock: KeyRound,
  login: LogIn,
  security: ShieldCheck,
  shield: ShieldCheck,
  web: Globe,
};

type ProviderButtonProps = {
  provider: LoginOptions["oidc_providers"][number];
  /** Passed on and back: "" or "?…". */
  query: string;
  /** Leaves this page open. */
  newTab?: boolean;
};

/** Signs in with an external provider; a link, so that it works before scripts load. */
export function ProviderButton({ provider: { id, name, icon, color }, query, newTab }: ProviderButtonProps) {
  const t = useTranslations("session");
  const path = `/api/auth/oidc/${id}/login`;

  // The server never sees a link's hash.
  function keepHash(event: MouseEvent<HTMLAnchorElement>) {
    const { hash } = window.location;
    if (newTab || hash === "") return;
    const redirect = wantedPath(new URLSearchParams(query), hash);
    event.currentTarget.href = `${path}?${new URLSearchParams({ redirect })}`;
  }

  return (
    <Button size="lg" asChild>
      <a href={`${path}${query}`} target={newTab ? "_blank" : undefined} onClick={keepHash}>
        <span style={color ? { color } : undefined} className="grid size-5 place-items-center" aria-hidden="true">
          <Sign icon={icon} name={name} />
        </span>
        {t("with", { name })}
      </a>
    </Button>
  );
}

/** We don't draw brand logos: without an icon the first letter is shown. */
function Sign({ icon, name }: { icon: string; name: string }) {
  const Known = Object.hasOwn(ICONS, icon) ? ICONS[icon] : undefined;
  if (Known) return <Known className="size-4.5" />;
  return (
    <span className="grid size-5 place-items-center rounded-sm border border-current font-semibold text-xs uppercase">
      {name.slice(0, 1)}
    </span>
  );
}
