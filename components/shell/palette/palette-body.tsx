import {
  ArchiveRestore,
  CircleUser,
  Keyboard,
  Languages as LanguagesIcon,
  LayoutGrid,
  LogOut,
  Moon,
  Plus,
  Sun,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { type ReactNode, useState } from "react";
import { homeOf } from "@/components/project/choose-project";
import { endSession } from "@/components/session/end-session";
import { useConsole } from "@/components/shell/console-context";
import { chooseLanguage } from "@/components/shell/drawer/language-menu";
import { GLOBAL_SCREENS } from "@/components/shell/global-screens";
import { FoundItems } from "@/components/shell/palette/found-items";
import { isOpen, OVERVIEW, screenHref, screensOf } from "@/components/shell/screens";
import { useShell } from "@/components/shell/shell-context";
import { useLastView } from "@/components/shell/use-last-view";
import { Avatar } from "@/components/ui/avatar";
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { LANGUAGES } from "@/lib/i18n/locale";

/** Mounted at every opening, so that it starts empty. */
export function PaletteBody() {
  const t = useTranslations("shell.palette");
  const { navigate: go } = useShell();
  const [query, setQuery] = useState("");
  return (
    <Command label={t("title")} loop>
      <CommandInput value={query} onValueChange={setQuery} placeholder={t("placeholder")} className="h-11" />
      <CommandList className="max-h-[min(26rem,60dvh)]">
        <CommandEmpty>{t("noMatch")}</CommandEmpty>
        {query.trim() === "" && <FoundItems query={query} go={go} />}
        <Screens go={go} />
        <GlobalScreens go={go} />
        {query.trim() !== "" && <FoundItems query={query} go={go} />}
        <Projects go={go} />
        <Actions go={go} />
        {query.trim() !== "" && <Languages />}
      </CommandList>
    </Command>
  );
}

type GroupProps = { go: (href: string) => void };

function Screens({ go }: GroupProps) {
  const t = useTranslations("shell");
  const place = useConsole();
  const { project } = place;
  const pathname = usePathname();
  const view = useLastView();
  if (!project) return null;
  return (
    <CommandGroup heading={t("palette.screens")}>
      {screensOf(place)
        .filter((screen) => !isOpen(screen, pathname))
        .map((screen) => (
          <Item key={screen.name} icon={<screen.icon />} onSelect={() => go(screenHref(screen, project, view))}>
            {t(`nav.${screen.name}`)}
          </Item>
        ))}
    </CommandGroup>
  );
}

function GlobalScreens({ go }: GroupProps) {
  const t = useTranslations("shell");
  const { user } = useConsole();
  if (!user.admin) return null;
  return (
    <CommandGroup heading={t("palette.global")}>
      {GLOBAL_SCREENS.map(({ href, icon: Icon, label }) => (
        <Item key={href} icon={<Icon />} onSelect={() => go(href)}>
          {t(label)}
        </Item>
      ))}
    </CommandGroup>
  );
}

function Projects({ go }: GroupProps) {
  const t = useTranslations("shell.palette");
  const { projects, project: current } = useConsole();
  const others = projects.filter(({ id }) => id !== current?.id);
  if (others.length === 0) return null;
  return (
    <CommandGroup heading={t("projects")}>
      {others.map((project) => (
        <CommandItem
          key={project.id}
          value={`project ${project.id}`}
          keywords={[project.name]}
          onSelect={() => go(homeOf(project))}
        >
          <Avatar name={project.name} id={project.id} className="size-5 rounded-sm text-[0.5625rem]" />
          <span className="truncate">{project.name}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}

function Actions({ go }: GroupProps) {
  const t = useTranslations("shell");
  const { user } = useConsole();
  const { show } = useShell();
  const { resolvedTheme, setTheme } = useTheme();
  const dark = resolvedTheme === "dark";
  const switchTheme = () => {
    setTheme(dark ? "light" : "dark");
    show(null);
  };
  return (
    <CommandGroup heading={t("palette.actions")}>
      <Item icon={<LayoutGrid />} onSelect={() => go(OVERVIEW.href)}>
        {t("overview")}
      </Item>
      {user.can_create_project && (
        <>
          <Item icon={<Plus />} onSelect={() => go("/project/new")}>
            {t("projects.new")}
          </Item>
          <Item icon={<ArchiveRestore />} onSelect={() => go("/project/restore")}>
            {t("projects.restore")}
          </Item>
        </>
      )}
      <Item icon={<CircleUser />} onSelect={() => show("account")}>
        {t("editAccount")}
      </Item>
      <Item icon={dark ? <Sun /> : <Moon />} onSelect={switchTheme}>
        {t(dark ? "palette.darkModeOff" : "palette.darkModeOn")}
      </Item>
      <Item icon={<Keyboard />} onSelect={() => show("shortcuts")}>
        {t("shortcuts.title")}
      </Item>
      <Item icon={<LogOut />} onSelect={() => endSession(t("signOutFailed"))}>
        {t("signOut")}
      </Item>
    </CommandGroup>
  );
}

/** Choosing one reloads the page. */
function Languages() {
  const t = useTranslations("shell.language");
  return (
    <CommandGroup heading={t("label")}>
      {Object.entries(LANGUAGES).map(([locale, name]) => (
        <Item key={locale} icon={<LanguagesIcon />} onSelect={() => chooseLanguage(locale)}>
          {`${t("label")}: ${name}`}
        </Item>
      ))}
    </CommandGroup>
  );
}

type ItemProps = { icon: ReactNode; onSelect: () => void; children: string };

function Item({ icon, onSelect, children }: ItemProps) {
  return (
    <CommandItem value={children} onSelect={onSelect} className="[&_svg]:text-muted-foreground">
      {icon}
      {children}
    </CommandItem>
  );
}
