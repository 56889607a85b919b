import { beforeAll, describe, expect, test } from "vitest";
import { openWithPassphrase, type PassphraseSealed, sealWithPassphrase } from "@/lib/secret/passphrase";

const TEXT = Buffer.from("canary-state — ключ");
const PASSPHRASE = "correct horse Å battery";

describe("what a passphrase seals", () => {
  let sealed: PassphraseSealed;
  beforeAll(async () => {
    sealed = await sealWithPassphrase(TEXT, PASSPHRASE);
  });

  test("opens with it, however the keyboard composes its letters", async () => {
    expect(await openWithPassphrase(sealed, PASSPHRASE)).toEqual(TEXT);
    expect(await openWithPassphrase(sealed, PASSPHRASE.normalize("NFD"))).toEqual(TEXT);
  });

  test("says what it takes to open it, and nothing of the content or the passphrase", async () => {
    expect(sealed).toMatchObject({ kdf: "scrypt", n: 2 ** 17, r: 8, p: 1, cipher: "aes-256-gcm" });
    expect(JSON.stringify(sealed)).not.toMatch(/canary|horse/);
    const again = await sealWithPassphrase(TEXT, PASSPHRASE);
    expect([again.salt, again.nonce, again.content]).not.toContain(sealed.salt);
    expect(again.content).not.toBe(sealed.content);
  });

  test("stays closed for another passphrase", async () => {
    await expect(openWithPassphrase(sealed, `${PASSPHRASE} `)).rejects.toMatchObject({ why: "wrong" });
  });

  test.each(["salt", "nonce", "content"] as const)("is damaged when one letter of its %s changed", async (field) => {
    const [first = ""] = sealed[field];
    const changed = { ...sealed, [field]: (first === "A" ? "B" : "A") + sealed[field].slice(1) };
    await expect(openWithPassphrase(changed, PASSPHRASE)).rejects.toMatchObject({ why: "damaged" });
  });

  test.each([{ n: 2 ** 14 }, { r: 4 }, { p: 2 }])("is damaged with other costs: %o", async (cost) => {
    await expect(openWithPassphrase({ ...sealed, ...cost }, PASSPHRASE)).rejects.toMatchObject({ why: "damaged" });
  });
});
