import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect } from "vitest";
import { inspectPrivateKey } from "@/lib/key/private-key/inspect";
import { requireTool } from "../support/tools";

const folder = mkdtempSync(join(tmpdir(), "signalbox-keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PASSPHRASE = "correct hörse";
let made = 0;

/** A new key file, and ssh-keygen's output about it. */
function keygen(passphrase: string, ...options: string[]) {
  const path = join(folder, `key-${++made}`);
  execFileSync("ssh-keygen", ["-q", "-N", passphrase, "-C", "joe@desk", "-f", path, ...options]);
  const [bits = "", fingerprint = "", comment = "", type = ""] = execFileSync("ssh-keygen", ["-lf", `${path}.pub`])
    .toString()
    .trim()
    .split(" ");
  const details = { bits: Number(bits), fingerprint, comment, type: type.slice(1, -1).toLowerCase() };
  return { text: readFileSync(path, "utf8"), details };
}

/** A new key in PKCS #8, encrypted with the passphrase "x". */
const toPkcs8 = (...options: string[]): string =>
  execFileSync("openssl", ["pkcs8", "-topk8", ...options, "-passout", "pass:x"], {
    input: execFileSync("openssl", ["genpkey", "-algorithm", "ed25519"]),
  }).toString();

const derOf = (pem: string): Buffer => Buffer.from(pem.split("\n").slice(1, -2).join(""), "base64");
const lines = (der: Buffer): string => der.toString("base64").replace(/.{64}/g, "$&\n");
const pemOf = (body: Buffer | string): string =>
  `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${typeof body === "string" ? body : lines(body)}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
const OLDER_HEADER = `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${"07".repeat(16)}`;

const test = requireTool("ssh-keygen");
const MAIN_TYPES = [["rsa", "-b", "2048"], ["ecdsa"], ["ed25519"]];
const MORE_TYPES = [["dsa"], ["ecdsa", "-b", "384"], ["ecdsa", "-b", "521"]];
const TYPES = process.env.SIGNALBOX_TEST_LONG === "1" ? [...MAIN_TYPES, ...MORE_TYPES] : MAIN_TYPES;
const FORMATS = ["RFC4716", "PEM", "PKCS8"];
const CIPHERS = ["3des-cbc", "aes128-cbc", "aes192-ctr", "aes256-ctr", "aes256-cbc", "aes128-gcm@openssh.com"];

describe("a private key", () => {
  for (const [type = "", ...bits] of TYPES) {
    for (const format of FORMATS) {
      test(`of type ${[type, ...bits].join(" ")} is read in the format ${format}`, async () => {
        const { text, details } = keygen("", "-t", type, ...bits, "-m", format);
        // Only OpenSSH's own format stores a comment.
        const comment = text.includes("OPENSSH") ? details.comment : "";
        expect(await inspectPrivateKey(text, "")).toEqual({ details: { ...details, comment } });
        expect(await inspectPrivateKey(`\n  ${text.replaceAll("\n", "\r\n")}`, "none asked for")).toMatchObject({
          details: { fingerprint: details.fingerprint },
        });
      });

      test(`of type ${[type, ...bits].join(" ")} and format ${format} requires its passphrase`, async () => {
        const { text, details } = keygen(PASSPHRASE, "-t", type, ...bits, "-m", format);
        expect(await inspectPrivateKey(text, PASSPHRASE)).toMatchObject({
          details: { fingerprint: details.fingerprint, type, bits: details.bits },
        });
        expect(await inspectPrivateKey(text, "wrong")).toEqual({ problem: "passphraseWrong" });
        expect(await inspectPrivateKey(text, "")).toEqual({ problem: "passphraseMissing" });
      });
    }
  }

  test.each(CIPHERS)("is opened with any cipher: %s", async (cipher) => {
    const { text, details } = keygen(PASSPHRASE, "-t", "ed25519", "-Z", cipher);
    expect(await inspectPrivateKey(text, PASSPHRASE)).toEqual({ details });
    expect(await inspectPrivateKey(text, "wrong")).toEqual({ problem: "passphraseWrong" });
  });

  test("with a cipher that only ssh supports is identified by its public half", async () => {
    const { text, details } = keygen(PASSPHRASE, "-t", "ed25519", "-Z", "chacha20-poly1305@openssh.com");
    expect(await inspectPrivateKey(text, "anything")).toEqual({ details: { ...details, comment: "" } });
  });

  test("that is cut, changed or no key at all is rejected", async () => {
    const { text } = keygen("", "-t", "ed25519");
    const { text: rsa } = keygen("", "-t", "rsa", "-m", "PKCS8");
    const lines = text.split("\n");
    const broken = [
      "not a key",
      "-----BEGIN KEY-----",
      lines.slice(0, 3).join("\n"),
      [...lines.slice(0, 2), ...lines.slice(3)].join("\n"),
      rsa.replace(/\n[^-]{64}\n/, "\n"),
      execFileSync("ssh-keygen", ["-yf", join(folder, `key-${made - 1}`)]).toString(),
      "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----",
      `-----BEGIN OPENSSH PRIVATE KEY-----${" ".repeat(60_000)}`,
    ];
    for (const key of broken) expect(await inspectPrivateKey(key, "")).toEqual({ problem: "privateKeyInvalid" });
  });

  test("that would take minutes to open is accepted unopened, without blocking others", async () => {
    const { text, details } = keygen(PASSPHRASE, "-t", "ed25519", "-a", "16");
    const patched = Buffer.from(text.split("\n").slice(1, -2).join(""), "base64");
    const salt = patched.indexOf("bcrypt") + "bcrypt".length + 4;
    patched.writeUInt32BE(0xffff_ffff, salt + 4 + 16);
    const slow = `-----BEGIN OPENSSH PRIVATE KEY-----\n${patched.toString("base64")}\n-----END OPENSSH PRIVATE KEY-----\n`;
    const began = performance.now();
    expect(await inspectPrivateKey(slow, "wrong")).toMatchObject({ details: { fingerprint: details.fingerprint } });
    const pkcs8 = toPkcs8("-v2prf", "hmacWithSHA256", "-iter", "1000000");
    const made = performance.now();
    expect(await inspectPrivateKey(pkcs8, "wrong")).toEqual({ details: null });
    expect(performance.now() - made).toBeLessThan(100);
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  test.each([
    ["PBKDF2 with SHA-256", ["-v2prf", "hmacWithSHA256", "-iter", "100000"]],
    ["PBKDF2 with SHA-1", ["-v2", "aes128", "-v2prf", "hmacWithSHA1"]],
    ["scrypt", ["-scrypt"]],
    ["PKCS #12", ["-v1", "PBE-SHA1-3DES"]],
  ])("in PKCS #8 is opened with any derivation: %s", async (_, options) => {
    const text = toPkcs8(...options);
    expect(await inspectPrivateKey(`Bag Attributes\n${text.replaceAll("\n", "\r\n")}`, "x")).toMatchObject({
      details: { type: "ed25519", bits: 256 },
    });
    expect(await inspectPrivateKey(text, "wrong")).toEqual({ problem: "passphraseWrong" });
  });

  test("in PKCS #8 is opened only if all of its costs together are small", async () => {
    const der = derOf(toPkcs8("-scrypt", "-scrypt_N", "32768", "-scrypt_r", "1", "-scrypt_p", "1"));
    const parameters = Buffer.from("02030080000201010201", "hex");
    der.writeUInt8(127, der.indexOf(parameters) + parameters.length);
    const unknown = derOf(toPkcs8());
    const pbkdf2 = Buffer.from("2a864886f70d01050c", "hex");
    unknown.writeUInt8(0x7f, unknown.indexOf(pbkdf2) + pbkdf2.length - 1);
    const began = performance.now();
    for (const costly of [der, unknown])
      expect(await inspectPrivateKey(pemOf(costly), "wrong")).toEqual({ details: null });
    expect(performance.now() - began).toBeLessThan(100);
  });

  test.each([
    ["a header", (body: string) => `A: b\n\n${body}`],
    ["an empty line after what looks like its first line", (body: string) => `AAAA\n\n${body}`],
    ["an empty line and a passphrase of the older formats", (body: string) => `${OLDER_HEADER}\n\n${body}`],
    ["a dash at its end", (body: string) => `${body}-`],
    ["nothing in it", () => ""],
    ["its end missing", (body: string) => body.slice(0, 80)],
  ])("in PKCS #8 that OpenSSL might read in another way costs nothing: with %s", async (_, change) => {
    const der = derOf(toPkcs8("-v2prf", "hmacWithSHA256", "-iter", "1000000"));
    const began = performance.now();
    expect(await inspectPrivateKey(pemOf(change(lines(der))), "wrong")).toEqual({ problem: "privateKeyInvalid" });
    expect(performance.now() - began).toBeLessThan(100);
  });

  test("is opened in steps, so that other work continues", async () => {
    const { text } = keygen(PASSPHRASE, "-t", "ed25519", "-a", "24");
    let longest = 0;
    let before = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    }, 1);
    const tries = ["a", "b", "c"].map((word) => inspectPrivateKey(text, word));
    await expect(inspectPrivateKey(text, "d")).rejects.toMatchObject({ code: "too_many" });
    for (const answer of await Promise.all(tries)) expect(answer).toEqual({ problem: "passphraseWrong" });
    clearInterval(timer);
    expect(longest).toBeLessThan(250);
  });
});
