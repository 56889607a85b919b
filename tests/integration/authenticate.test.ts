import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { authProblem } from "@/lib/integration/delivery/authenticate";

const SECRET = "s3cret";
const BODY = '{"ref":"refs/heads/main"}';
const sign = (body: string, secret = SECRET, algorithm = "sha256") =>
  createHmac(algorithm, secret).update(body).digest("hex");

type Case = [
  name: string,
  method: "" | "github" | "token" | "hmac",
  header: string,
  secret: string | null,
  headers: Record<string, string>,
  expected: string | null,
];

const GITHUB = "x-hub-signature-256";

test.each<Case>([
  ["no authentication", "", "", null, {}, null],
  ["github", "github", "", SECRET, { [GITHUB]: `sha256=${sign(BODY)}` }, null],
  ["github ignores auth_header", "github", "x-own", SECRET, { [GITHUB]: `sha256=${sign(BODY)}` }, null],
  ["github, missing", "github", "", SECRET, {}, "signature_missing"],
  ["github, blank", "github", "", SECRET, { [GITHUB]: "" }, "signature_missing"],
  ["github, no prefix", "github", "", SECRET, { [GITHUB]: sign(BODY) }, "signature_wrong"],
  ["github, prefix twice", "github", "", SECRET, { [GITHUB]: `sha256=sha256=${sign(BODY)}` }, "signature_wrong"],
  ["github, upper case", "github", "", SECRET, { [GITHUB]: `sha256=${sign(BODY).toUpperCase()}` }, "signature_wrong"],
  ["github, short", "github", "", SECRET, { [GITHUB]: `sha256=${sign(BODY).slice(0, 20)}` }, "signature_wrong"],
  ["github, SHA-1", "github", "", SECRET, { [GITHUB]: `sha1=${sign(BODY, SECRET, "sha1")}` }, "signature_wrong"],
  [
    "github, only the old header",
    "github",
    "",
    SECRET,
    { "x-hub-signature": `sha1=${sign(BODY)}` },
    "signature_missing",
  ],
  ["github, another body", "github", "", SECRET, { [GITHUB]: `sha256=${sign(`${BODY} `)}` }, "signature_wrong"],
  ["github, another secret", "github", "", SECRET, { [GITHUB]: `sha256=${sign(BODY, "x")}` }, "signature_wrong"],
  [
    "github, header sent twice",
    "github",
    "",
    SECRET,
    { [GITHUB]: `sha256=${sign(BODY)}, sha256=${sign(BODY)}` },
    "signature_wrong",
  ],
  ["hmac", "hmac", "X-Gitea-Signature", SECRET, { "x-gitea-signature": sign(BODY) }, null],
  ["hmac with a prefix", "hmac", "X-Sign", SECRET, { "x-sign": `sha256=${sign(BODY)}` }, null],
  ["hmac, another prefix", "hmac", "X-Sign", SECRET, { "x-sign": `sha1=${sign(BODY)}` }, "signature_wrong"],
  ["hmac, prefix twice", "hmac", "X-Sign", SECRET, { "x-sign": `sha256=sha256=${sign(BODY)}` }, "signature_wrong"],
  [
    "hmac with a prefix, another body",
    "hmac",
    "X-Sign",
    SECRET,
    { "x-sign": `sha256=${sign("{}")}` },
    "signature_wrong",
  ],
  ["hmac, no header named", "hmac", "", SECRET, { "": sign(BODY) }, "header_missing"],
  ["token", "token", "X-Gitlab-Token", SECRET, { "x-gitlab-token": SECRET }, null],
  ["token, wrong", "token", "X-Gitlab-Token", SECRET, { "x-gitlab-token": "s3cre" }, "token_wrong"],
  ["token, longer", "token", "X-Gitlab-Token", SECRET, { "x-gitlab-token": `${SECRET}x` }, "token_wrong"],
  ["token, twice", "token", "X-Gitlab-Token", SECRET, { "x-gitlab-token": `${SECRET}, ${SECRET}` }, "token_wrong"],
  ["token, missing", "token", "X-Gitlab-Token", SECRET, {}, "signature_missing"],
  ["token without a secret", "token", "X-Gitlab-Token", null, { "x-gitlab-token": "" }, "secret_missing"],
  ["token with a blank secret", "token", "X-Gitlab-Token", "", { "x-gitlab-token": "" }, "secret_missing"],
  ["hmac with the empty key", "hmac", "X-Sign", "", { "x-sign": sign(BODY, "") }, "secret_missing"],
  ["github without a secret", "github", "", null, { [GITHUB]: `sha256=${sign(BODY, "")}` }, "secret_missing"],
])("%s", (_name, auth_method, auth_header, secret, headers, expected) => {
  expect(authProblem({ auth_method, auth_header }, secret, headers, Buffer.from(BODY))).toBe(expected);
});

test("the signature covers the raw bytes, not their decoded text", () => {
  const bytes = Buffer.from([0xff, 0x00, 0x7b]);
  const headers = { "x-sign": createHmac("sha256", SECRET).update(bytes).digest("hex") };
  expect(authProblem({ auth_method: "hmac", auth_header: "X-Sign" }, SECRET, headers, bytes)).toBeNull();
});
