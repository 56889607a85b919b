import { createHmac } from "node:crypto";
import { matchesSecret } from "@/lib/secret/token";

export type AuthProblem = "secret_missing" | "header_missing" | "signature_missing" | "signature_wrong" | "token_wrong";

type Rule = { auth_method: "" | "github" | "token" | "hmac"; auth_header: string };

const GITHUB_HEADER = "x-hub-signature-256";
/** GitHub always sends this prefix, other HMAC senders may. */
const PREFIX = "sha256=";

/** Null if the request proves knowledge of the secret. Without a secret, every request fails. */
export function authProblem(
  rule: Rule,
  secret: string | null,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): AuthProblem | null {
  if (rule.auth_method === "") return null;
  if (!secret) return "secret_missing";
  const header = rule.auth_method === "github" ? GITHUB_HEADER : rule.auth_header.toLowerCase();
  if (header === "") return "header_missing";
  const sent = headers[header];
  if (!sent) return "signature_missing";
  if (rule.auth_method === "token") return matchesSecret(sent, secret) ? null : "token_wrong";
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const matches =
    matchesSecret(sent, `${PREFIX}${signature}`) || (rule.auth_method === "hmac" && matchesSecret(sent, signature));
  return matches ? null : "signature_wrong";
}
