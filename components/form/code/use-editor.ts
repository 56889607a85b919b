import { useEffect, useState } from "react";
import type { Language } from "@/components/form/code/language/language";

const LANGUAGES = {
  "ansible-ini": () => import("@/components/form/code/language/ansible-ini").then(({ ansibleIni }) => ansibleIni),
  "ansible-yaml": () => import("@/components/form/code/language/ansible-yaml").then(({ ansibleYaml }) => ansibleYaml),
  json: () => import("@/components/form/code/language/json").then(({ json }) => json),
  "template-yaml": () =>
    import("@/components/form/code/language/template-yaml").then(({ templateYaml }) => templateYaml),
  yaml: () => import("@/components/form/code/language/yaml").then(({ yaml }) => yaml),
};
export type LanguageName = keyof typeof LANGUAGES;

export const loadLanguage = (name: LanguageName): Promise<Language> => LANGUAGES[name]();

const load = async (name: LanguageName) => {
  const [{ CodeEditor }, language] = await Promise.all([
    import("@/components/form/code/code-editor"),
    loadLanguage(name),
  ]);
  return { name, CodeEditor, language };
};

/** The editor and the language; null until they are loaded, which may be never without a network. */
export function useEditor(name: LanguageName) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  useEffect(() => {
    let wanted = true;
    load(name).then(
      (editor) => wanted && setLoaded(editor),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  return loaded;
}
