import { settings } from "@/lib/settings/settings";
import { READER } from "./slapd";

const COMMON = {
  SIGNALBOX_LDAP_BIND_DN: READER.dn,
  SIGNALBOX_LDAP_BIND_PASSWORD: READER.password,
  SIGNALBOX_LDAP_SEARCH_DN: "dc=example,dc=com",
  SIGNALBOX_LDAP_SEARCH_FILTER: "(&(objectClass=inetOrgPerson)(|(uid=%s)(mail=%s)))",
  SIGNALBOX_LDAP_STARTTLS: "off",
};

/** Configures a directory for this process. */
export function setDirectory(url: string, more: Record<string, string> = {}): void {
  for (const name of Object.keys(process.env)) if (name.startsWith("SIGNALBOX_LDAP_")) delete process.env[name];
  Object.assign(process.env, COMMON, { SIGNALBOX_LDAP_URL: url }, more);
  Reflect.deleteProperty(globalThis, "signalboxSettings");
  settings();
}
