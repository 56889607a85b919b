import { Braces, CircleUser, Keyboard, LogOut, UserPen } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { endSession } from "@/components/session/end-session";
import { useConsole } from "@/components/shell/console-context";
import { PROFILE } from "@/components/shell/screens";
import { useShell } from "@/components/shell/shell-context";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Kbd } from "@/components/ui/kbd";

/** The signed-in user's menu: account, help and sign-out. */
export function UserMenu({ collapsed }: { collapsed: boolean }) {
  const t = useTranslations("shell");
  const { user } = useConsole();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={collapsed ? `${t("user")}: ${user.name}` : undefined}
        className={cn(
          "flex h-9 min-w-0 items-center gap-2 rounded-md text-left transition-colors focus-visible:-outline-offset-2 hover:bg-accent data-[state=open]:bg-accent",
          collapsed ? "w-10 justify-center" : "w-full px-1.5",
        )}
      >
        <Avatar name={user.name} id={user.id} shape="circle" className="size-6 text-[0.625rem]" />
        {!collapsed && (
          <>
            <span className="sr-only">{t("user")}</span>
            <span className="min-w-0 flex-1 truncate font-medium text-sm">{user.name}</span>
            {user.admin && <Badge variant="outline">{t("admin")}</Badge>}
          </>
        )}
      </DropdownMenuTrigger>
      <UserMenuContent />
    </DropdownMenu>
  );
}

function UserMenuContent() {
  const t = useTranslations("shell");
  const { user, version } = useConsole();
  const { show } = useShell();
  return (
    <DropdownMenuContent side="top" align="start" className="w-56">
      <DropdownMenuLabel className="flex flex-col gap-0.5">
        <span className="truncate text-foreground text-sm">{user.name}</span>
        <span className="truncate font-normal">{user.email}</span>
      </DropdownMenuLabel>
      <DropdownMenuSeparator />
      <DropdownMenuItem asChild>
        <Link href={PROFILE} prefetch={false}>
          <CircleUser />
          {t("profile")}
        </Link>
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => show("account")}>
        <UserPen />
        {t("editAccount")}
      </DropdownMenuItem>
      <DropdownMenuItem asChild>
        <Link href="/api/docs" prefetch={false}>
          <Braces />
          {t("apiReference")}
        </Link>
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => show("shortcuts")}>
        <Keyboard />
        {t("shortcuts.title")}
        <Kbd className="ml-auto">?</Kbd>
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => endSession(t("signOutFailed"))}>
        <LogOut />
        {t("signOut")}
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuLabel className="font-normal">{t("version", { version })}</DropdownMenuLabel>
    </DropdownMenuContent>
  );
}
