import {
  ArchiveRestore,
  CircleUser,
  Keyboard,
  KeySquare,
  Languages,
  LayoutGrid,
  LogOut,
  Moon,
  Plus,
  Sun,
} from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { endSession } from "@/components/session/end-session";
import { useConsole } from "@/components/shell/console-context";
import { chooseLanguage } from "@/components/shell/drawer/language-menu";
import type { Entry } from "@/components/shell/palette/entry";
import { OVERVIEW, PROFILE } from "@/components/shell/screens";
import { useShell } from "@/components/shell/shell-context";
import { isLocale, LANGUAGES, toLanguageTag } from "@/lib/i18n/locale";

export function useActionEntries(): Entry[] {
  const t = useTranslations("shell");
  const tokens = useTranslations("session.tokens");
  const { user } = useConsole();
  const { show, navigate } = useShell();
  const { resolvedTheme, setTheme } = useTheme();
  const dark = resolvedTheme === "dark";
  const switchTheme = () => {
    setTheme(dark ? "light" : "dark");
    show(null);
  };
  const languages = useLanguages();
  const actions: (Omit<Entry, "group"> | false)[] = [
    {
      id: "overview",
      icon: <LayoutGrid />,
      label: t("overview"),
      words: t("palette.words.overview"),
      run: () => navigate(OVERVIEW.href),
    },
    user.can_create_project && {
      id: "new project",
      icon: <Plus />,
      label: t("projects.new"),
      run: () => navigate("/project/new"),
    },
    user.can_create_project && {
      id: "restore",
      icon: <ArchiveRestore />,
      label: t("projects.restore"),
      run: () => navigate("/project/restore"),
    },
    { id: "profile", icon: <CircleUser />, label: t("profile"), run: () => navigate(PROFILE) },
    { id: "account", icon: <CircleUser />, label: t("editAccount"), run: () => show("account") },
    { id: "tokens", icon: <KeySquare />, label: tokens("title"), run: () => navigate(`${PROFILE}#tokens`) },
    {
      id: "theme",
      icon: dark ? <Sun /> : <Moon />,
      label: t(dark ? "palette.darkModeOff" : "palette.darkModeOn"),
      run: switchTheme,
    },
    { id: "shortcuts", icon: <Keyboard />, label: t("shortcuts.title"), run: () => show("shortcuts") },
    { id: "sign out", icon: <LogOut />, label: t("signOut"), run: () => void endSession(t("signOutFailed")) },
  ];
  return [
    ...actions.filter((action) => action !== false).map((action) => ({ ...action, group: "actions" as const })),
    ...languages,
  ];
}

/** Choosing one reloads the page. Each is found by its own name, and by the one in the language of the page and in English. */
function useLanguages(): Entry[] {
  const t = useTranslations("shell.language");
  const naming = [useLocale(), "en"].map((locale) => new Intl.DisplayNames(locale, { type: "language" }));
  return Object.keys(LANGUAGES)
    .filter(isLocale)
    .map((locale) => ({
      id: `language ${locale}`,
      group: "language",
      icon: <Languages />,
      label: `${t("label")}: ${LANGUAGES[locale]}`,
      words: naming.map((names) => names.of(toLanguageTag(locale))).join(" "),
      quiet: true,
      run: () => chooseLanguage(locale),
    }));
}
