"use client";

import { CircleUser, Gauge, Keyboard, LogOut, Server, Users } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { leave } from "@/components/session/leave";
import { useConsole } from "@/components/shell/console-context";
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
import { UserForm } from "@/components/user/user-form";

const ADMIN_SCREENS = [
  { href: "/users", icon: Users, label: "users" },
  { href: "/tasks", icon: Gauge, label: "activeTasks" },
  { href: "/runners", icon: Server, label: "runners" },
] as const;

/** Who is signed in, and what concerns them rather than a project. */
export function UserMenu({ collapsed }: { collapsed: boolean }) {
  const t = useTranslations("shell");
  const { user } = useConsole();
  const router = useRouter();
  const [editing, setEditing] = useState(false);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger
          aria-label={`${t("user")}: ${user.name}`}
          className={cn(
            "flex h-9 min-w-0 items-center gap-2 rounded-md text-left transition-colors focus-visible:-outline-offset-2 hover:bg-accent data-[state=open]:bg-accent",
            collapsed ? "w-10 justify-center" : "w-full px-1.5",
          )}
        >
          <Avatar name={user.name} id={user.id} shape="circle" className="size-6 text-[0.625rem]" />
          {!collapsed && (
            <>
              <span className="min-w-0 flex-1 truncate font-medium text-sm">{user.name}</span>
              {user.admin && <Badge variant="outline">{t("admin")}</Badge>}
            </>
          )}
        </DropdownMenuTrigger>
        <UserMenuContent onEdit={() => setEditing(true)} />
      </DropdownMenu>
      <UserForm item={user} open={editing} onOpenChange={setEditing} onSaved={() => router.refresh()} />
    </>
  );
}

function UserMenuContent({ onEdit }: { onEdit: () => void }) {
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
      {user.admin && <AdminItems />}
      <DropdownMenuItem onSelect={onEdit}>
        <CircleUser />
        {t("editAccount")}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => show("shortcuts")}>
        <Keyboard />
        {t("shortcuts.title")}
        <Kbd className="ml-auto">?</Kbd>
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => leave(t("signOutFailed"))}>
        <LogOut />
        {t("signOut")}
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuLabel className="font-normal">{t("version", { version })}</DropdownMenuLabel>
    </DropdownMenuContent>
  );
}

/** Screens of the whole installation. */
function AdminItems() {
  const t = useTranslations("shell");
  const { show } = useShell();
  return (
    <>
      {ADMIN_SCREENS.map(({ href, icon: Icon, label }) => (
        <DropdownMenuItem key={href} asChild>
          <Link href={href} prefetch={false} onClick={() => show(null)}>
            <Icon />
            {t(label)}
          </Link>
        </DropdownMenuItem>
      ))}
      <DropdownMenuSeparator />
    </>
  );
}
