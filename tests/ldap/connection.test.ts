import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { makeCertificate } from "../support/git-servers";
import { requireTool } from "../support/tools";
import { askFor, PASSWORD } from "./ask";
import { Slapd } from "./slapd";

const test = requireTool("slapd", "slapadd", "openssl");

const ADA = { uid: "ada", mail: "ada@example.com", password: PASSWORD };
/** LDAP's error code for an unknown request. */
const PROTOCOL_ERROR = 2;
const folder = mkdtempSync(join(tmpdir(), "signalbox-ldap-"));
let secure: Slapd;
let plain: Slapd;
let ca: string;

beforeAll(async () => {
  const certificate = makeCertificate(folder);
  ca = certificate.ca;
  secure = await Slapd.start([ADA], certificate);
  plain = await Slapd.start([ADA]);
});
afterAll(async () => {
  await secure?.stop();
  await plain?.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  for (const slapd of [secure, plain]) slapd.log.length = 0;
});

const person = { username: "ada", email: "ada@example.com", name: "ada" };

describe.each(["ldaps", "StartTLS"])("%s", (way) => {
  const url = () => (way === "ldaps" ? secure.secureUrl : secure.url);

  test("works with a certificate signed by the configured authority", async () => {
    expect(await askFor(url(), { SIGNALBOX_LDAP_CA_FILE: ca })).toEqual(person);
    await secure.caughtUp();
    expect(secure.log.filter((line) => line.includes("TLS established"))).toHaveLength(1);
  });

  test("sends no password if the certificate has an unknown authority or another name", async () => {
    expect(await askFor(url(), {})).toMatch(/SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE/);
    const elsewhere = url().replace("127.0.0.1", "localhost");
    expect(await askFor(elsewhere, { SIGNALBOX_LDAP_CA_FILE: ca })).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
    await secure.caughtUp();
    expect(secure.binds).toEqual([]);
  });
});

test("a server without StartTLS gets no password, unless StartTLS is off", async () => {
  expect(await askFor(plain.url, {})).toBe(PROTOCOL_ERROR);
  await plain.caughtUp();
  expect(plain.binds).toEqual([]);
  expect(await askFor(plain.url, { SIGNALBOX_LDAP_STARTTLS: "off" })).toEqual(person);
});
