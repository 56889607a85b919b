import { findPerson } from "@/lib/ldap/directory";
import { LdapProblem } from "@/lib/ldap/problem";
import { settings } from "@/lib/settings/settings";
import { setDirectory } from "./directory-settings";

export const PASSWORD = "kept in the directory";

/** A directory's result for ada and her password, with StartTLS by default; or the error's code or text. */
export async function askFor(url: string, more: Record<string, string>) {
  setDirectory(url, { SIGNALBOX_LDAP_STARTTLS: "on", ...more });
  const { ldap } = settings();
  if (!ldap) throw new Error("no directory");
  return findPerson(ldap, "ada", PASSWORD).catch((error: unknown) => {
    const cause = error instanceof LdapProblem ? error.cause : error;
    return cause instanceof Error && "code" in cause ? cause.code : String(cause);
  });
}
