import { beforeAll, describe, expect, test } from "vitest";
import { openWithPassphrase, type PassphraseSealed, sealWithPassphrase } from "@/lib/secret/passphrase";

const TEXT = Buffer.from("canary-state — ключ");
const PASSPHRASE = "correct horse Å battery";

describe("data encrypted with a passphrase", () => {
  let sealed: PassphraseSealed;
  beforeAll(async () => {
    sealed = await sealWithPassphrase(TEXT, PASSPHRASE);
  });

  test("can be decrypted with it, however the keyboard composes its letters", async () => {
    expect(await openWithPassphrase(sealed, PASSPHRASE)).toEqual(TEXT);
    expect(await openWithPassphrase(sealed, PASSPHRASE.normalize("NFD"))).toEqual(TEXT);
  });

  test("contains the parameters of the key derivation, and neither content nor passphrase", async () => {
    expect(sealed).toMatchObject({ kdf: "scrypt", n: 2 ** 17, r: 8, p: 1, cipher: "aes-256-gcm" });
    expect(JSON.stringify(sealed)).not.toMatch(/canary|horse/);
    const again = await sealWithPassphrase(TEXT, PASSPHRASE);
    expect([again.salt, again.nonce, again.content]).not.toContain(sealed.salt);
    expect(again.content).not.toBe(sealed.content);
  });

  test("can't be decrypted with another passphrase", async () => {
    await expect(openWithPassphrase(sealed, `${PASSPHRASE} `)).rejects.toMatchObject({ why: "wrong" });
  });

  test.each(["salt", "nonce", "content"] as const)(
    "is reported as damaged if one character of its %s changes",
    async (field) => {
      const [first = ""] = sealed[field];
      const changed = { ...sealed, [field]: (first === "A" ? "B" : "A") + sealed[field].slice(1) };
      await expect(openWithPassphrase(changed, PASSPHRASE)).rejects.toMatchObject({ why: "damaged" });
    },
  );

  test.each([{ n: 2 ** 14 }, { r: 4 }, { p: 2 }])("is reported as damaged with other parameters: %o", async (cost) => {
    await expect(openWithPassphrase({ ...sealed, ...cost }, PASSPHRASE)).rejects.toMatchObject({ why: "damaged" });
  });
});
