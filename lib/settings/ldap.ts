import { X509Certificate } from "node:crypto";
import { FilterParser } from "ldapts";
import { z } from "zod";
import { about, contentOfFile, onOff, textWhere } from "./values";

const attribute = textWhere((value) => /^[a-z][a-z\d;.-]*$/i.test(value), "must be the name of one attribute");

/** An LDAP directory that checks passwords; in use if its first setting is set. */
export const ldapVariables = {
  SIGNALBOX_LDAP_URL: textWhere(isDirectory, "must be an ldap:// or ldaps:// address without a path")
    .optional()
    .register(about, { example: "ldaps://ldap.example.com" }),
  SIGNALBOX_LDAP_STARTTLS: onOff.prefault("on").register(about, { example: "off" }),
  SIGNALBOX_LDAP_CA_FILE: contentOfFile
    .refine(isCertificate, "must be a file with certificates in PEM form")
    .optional()
    .register(about, { example: "/etc/signalbox/ldap-ca.pem" }),
  SIGNALBOX_LDAP_BIND_DN: z.string().optional().register(about, { example: "cn=signalbox,dc=example,dc=com" }),
  SIGNALBOX_LDAP_BIND_PASSWORD: z.string().optional().register(about, { example: "a-long-passphrase", secret: true }),
  SIGNALBOX_LDAP_BIND_PASSWORD_FILE: contentOfFile
    .transform((content) => content.trimEnd())
    .optional()
    .register(about, { example: "/etc/signalbox/ldap-password" }),
  SIGNALBOX_LDAP_SEARCH_DN: textWhere((value) => /^[\w.-]+\s*=/.test(value.trim()), "must be a distinguished name")
    .optional()
    .register(about, { example: "ou=people,dc=example,dc=com" }),
  SIGNALBOX_LDAP_SEARCH_FILTER: textWhere(isFilter, "must be a filter in parentheses with %s for the user name")
    .prefault("(uid=%s)")
    .register(about, { example: "(&(objectClass=person)(mail=%s))" }),
  SIGNALBOX_LDAP_USERNAME_ATTRIBUTE: attribute.prefault("uid").register(about, { example: "sAMAccountName" }),
  SIGNALBOX_LDAP_EMAIL_ATTRIBUTE: attribute.prefault("mail").register(about, { example: "mail" }),
  SIGNALBOX_LDAP_NAME_ATTRIBUTE: attribute.prefault("cn").register(about, { example: "displayName" }),
};

type Name = keyof typeof ldapVariables;

/** If the first is set, one of the others is required. */
export const ldapNeeds: [Name, Name, ...Name[]][] = [
  ["SIGNALBOX_LDAP_URL", "SIGNALBOX_LDAP_SEARCH_DN"],
  ["SIGNALBOX_LDAP_BIND_DN", "SIGNALBOX_LDAP_BIND_PASSWORD", "SIGNALBOX_LDAP_BIND_PASSWORD_FILE"],
];

const shape = z.object(ldapVariables);

export type LdapSettings = NonNullable<ReturnType<typeof toLdapSettings>>;

/** Null without a directory. Assumes that ldapNeeds was checked. */
export function toLdapSettings(read: z.output<typeof shape>) {
  const { SIGNALBOX_LDAP_URL: url, SIGNALBOX_LDAP_SEARCH_DN: searchDn = "", SIGNALBOX_LDAP_BIND_DN: bindDn } = read;
  if (url === undefined) return null;
  const { SIGNALBOX_LDAP_BIND_PASSWORD: password, SIGNALBOX_LDAP_BIND_PASSWORD_FILE: passwordOfFile = "" } = read;
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === "ldaps:";
  return {
    /** Without the brackets of an IPv6 address. */
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 636 : 389) : Number(port),
    security: isSecure ? ("tls" as const) : read.SIGNALBOX_LDAP_STARTTLS ? ("starttls" as const) : ("none" as const),
    /** Undefined: Node's default authorities. */
    ca: read.SIGNALBOX_LDAP_CA_FILE,
    /** Null: anonymous search. */
    bind: bindDn === undefined ? null : { dn: bindDn, password: password ?? passwordOfFile },
    searchDn,
    searchFilter: read.SIGNALBOX_LDAP_SEARCH_FILTER,
    attributes: {
      username: read.SIGNALBOX_LDAP_USERNAME_ATTRIBUTE,
      email: read.SIGNALBOX_LDAP_EMAIL_ATTRIBUTE,
      name: read.SIGNALBOX_LDAP_NAME_ATTRIBUTE,
    },
  };
}

function isDirectory(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, pathname, search, username } = new URL(value);
  return /^ldaps?:$/.test(protocol) && hostname !== "" && /^\/?$/.test(pathname) && search === "" && username === "";
}

function isFilter(value: string): boolean {
  // The parser accepts a filter that ends early.
  const isClosed = /^\(.*\)$/s.test(value) && value.split("(").length === value.split(")").length;
  if (!isClosed || !value.includes("%s")) return false;
  try {
    FilterParser.parseString(value.replaceAll("%s", "name"));
    return true;
  } catch {
    // The parser's message is of no use to an administrator.
    return false;
  }
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    // Not PEM at all.
    return false;
  }
}
