import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { afterAll, describe, expect, test } from "vitest";
import { readSettings } from "@/lib/settings/settings";
import { problemsOf } from "./problems";

const folder = mkdtempSync(join(tmpdir(), "signalbox-ldap-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const LEAST = { SIGNALBOX_LDAP_URL: "ldap://ldap.example.com", SIGNALBOX_LDAP_SEARCH_DN: "dc=example,dc=com" };
const read = (more: Record<string, string> = {}) => readSettings({ ...LEAST, ...more }).ldap;

describe("directory settings", () => {
  test("are null without an address", () => {
    expect(readSettings({}).ldap).toBeNull();
  });

  test("need only an address and a search base, and use encryption by default", () => {
    expect(read()).toEqual({
      host: "ldap.example.com",
      port: 389,
      security: "starttls",
      ca: undefined,
      bind: null,
      searchDn: "dc=example,dc=com",
      searchFilter: "(uid=%s)",
      attributes: { username: "uid", email: "mail", name: "cn" },
    });
  });

  test.each([
    ["ldap://ldap.example.com:1389", "on", { port: 1389, security: "starttls" }],
    ["ldap://ldap.example.com/", "off", { port: 389, security: "none" }],
    ["ldaps://ldap.example.com", "on", { port: 636, security: "tls" }],
    ["ldaps://[fd00::1]:1636", "off", { host: "fd00::1", port: 1636, security: "tls" }],
  ])("%s with StartTLS %s", (url, starttls, expected) => {
    expect(read({ SIGNALBOX_LDAP_URL: url, SIGNALBOX_LDAP_STARTTLS: starttls })).toMatchObject(expected);
  });

  test("take the password from the environment or a file, and certificates from a file", () => {
    const dn = "cn=signalbox,dc=example,dc=com";
    const bind = { SIGNALBOX_LDAP_BIND_DN: dn };
    expect(read({ ...bind, SIGNALBOX_LDAP_BIND_PASSWORD: "hunter2" })?.bind).toEqual({ dn, password: "hunter2" });
    const kept = file("password", "hunter2\n");
    expect(read({ ...bind, SIGNALBOX_LDAP_BIND_PASSWORD_FILE: kept })?.bind).toEqual({ dn, password: "hunter2" });
    const [authority = ""] = rootCertificates;
    expect(read({ SIGNALBOX_LDAP_CA_FILE: file("ca.pem", authority) })?.ca).toBe(authority);
  });

  test.each([
    ["SIGNALBOX_LDAP_URL", "ldap.example.com"],
    ["SIGNALBOX_LDAP_URL", "https://ldap.example.com"],
    ["SIGNALBOX_LDAP_URL", "ldap://ldap.example.com/dc=example"],
    ["SIGNALBOX_LDAP_STARTTLS", "maybe"],
    ["SIGNALBOX_LDAP_CA_FILE", "/nowhere/ca.pem"],
    ["SIGNALBOX_LDAP_CA_FILE", file("no.pem", "no certificate")],
    ["SIGNALBOX_LDAP_BIND_PASSWORD_FILE", "/nowhere/password"],
    ["SIGNALBOX_LDAP_SEARCH_DN", "people"],
    ["SIGNALBOX_LDAP_SEARCH_FILTER", "uid=%s"],
    ["SIGNALBOX_LDAP_SEARCH_FILTER", "(uid=name)"],
    ["SIGNALBOX_LDAP_SEARCH_FILTER", "(&(uid=%s)"],
    ["SIGNALBOX_LDAP_SEARCH_FILTER", "(uid)(%s)"],
    ["SIGNALBOX_LDAP_EMAIL_ATTRIBUTE", "mail, cn"],
  ])("reject %s=%s in one line that names it", (name, value) => {
    const problems = problemsOf({ ...LEAST, [name]: value });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be .+\\. Example: ${name}=.+`))]);
  });

  test.each([
    ["SIGNALBOX_LDAP_URL", "ldap://ldap.example.com", "SIGNALBOX_LDAP_SEARCH_DN"],
    ["SIGNALBOX_LDAP_BIND_DN", "cn=signalbox", "SIGNALBOX_LDAP_BIND_PASSWORD"],
  ])("require another setting with %s", (name, value, needed) => {
    expect(problemsOf({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${needed} must be set when ${name} is set`)),
    ]);
  });

  test("treat an empty password file as missing", () => {
    const bind = { SIGNALBOX_LDAP_BIND_DN: "cn=signalbox", SIGNALBOX_LDAP_BIND_PASSWORD_FILE: file("empty", "\n") };
    expect(problemsOf(bind)).toEqual([expect.stringMatching(/^SIGNALBOX_LDAP_BIND_PASSWORD must be set/)]);
  });
});
