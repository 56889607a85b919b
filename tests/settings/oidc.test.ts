import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readSettings } from "@/lib/settings/settings";

const folder = mkdtempSync(join(tmpdir(), "signalbox-oidc-"));
afterAll(() => rmSync(folder, { recursive: true }));

const good = { provider_url: "https://login.example.com", client_id: "signalbox", client_secret: "very-secret" };
const read = (value: string, more: Record<string, string> = {}) =>
  readSettings({ SIGNALBOX_PUBLIC_URL: "https://signalbox.example.com", SIGNALBOX_OIDC_PROVIDERS: value, ...more });

describe("SIGNALBOX_OIDC_PROVIDERS", () => {
  test("is JSON or the path of a JSON file; secrets may be in separate files", () => {
    const [file, secret] = [join(folder, "oidc.json"), join(folder, "secret")];
    writeFileSync(secret, "from-a-file\n");
    writeFileSync(
      file,
      JSON.stringify({
        b: { ...good, order: 2 },
        a: { ...good, client_secret: undefined, client_secret_file: secret },
      }),
    );
    expect(read(file).oidcProviders).toMatchObject([
      { id: "a", name: "a", clientId: "signalbox", clientSecret: "from-a-file" },
      { id: "b", clientSecret: "very-secret" },
    ]);
    expect(read(JSON.stringify({ a: { ...good, icon: "mdi-key" } })).oidcProviders).toMatchObject([{ icon: "key" }]);
  });

  test.each([
    ["{very-secret", "is no valid JSON"],
    ["oidc.json", "is no valid JSON"],
    ["/nowhere/oidc.json", "names a file: ENOENT"],
    [JSON.stringify({ a: { client_id: "very-secret" } }), "is wrong at a.provider_url: is missing, and so is endpoint"],
    [JSON.stringify({ "a/b": good }), "is wrong at a/b"],
    [JSON.stringify({ a: { ...good, client_id: undefined } }), "is wrong at a.client_id: is missing"],
    [JSON.stringify({ a: { ...good, client_secret_file: "secret" } }), "client_secret_file: must be an absolute path"],
    [JSON.stringify({ a: { ...good, provider_url: "http://login.example.com" } }), "must be an https:// address"],
    [JSON.stringify({ a: { ...good, color: "red;background:url(x)" } }), "is wrong at a.color"],
  ])("rejects %s without repeating a secret", (value, problem) => {
    const message = (() => {
      try {
        return String(read(value));
      } catch (error) {
        return error instanceof Error ? error.message : "";
      }
    })();
    expect(message).toContain(problem);
    expect(message).not.toContain("very-secret");
  });

  test("requires the public URL that providers redirect to", () => {
    expect(() => readSettings({ SIGNALBOX_OIDC_PROVIDERS: JSON.stringify({ a: good }) })).toThrow(
      /^SIGNALBOX_PUBLIC_URL must be set when SIGNALBOX_OIDC_PROVIDERS is set/,
    );
  });
});
