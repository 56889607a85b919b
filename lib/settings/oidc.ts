import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { z } from "zod";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** It receives tokens and secrets, so it must be encrypted unless it is on localhost. */
const secureAddress = z.string().refine((value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.includes(hostname));
}, "must be an https:// address");

/** The web process reads it again, in another folder than the supervisor's. */
const absolutePath = z.string().refine(isAbsolute, "must be an absolute path");

const Endpoint = z.object({
  issuer: secureAddress.optional(),
  auth: secureAddress,
  token: secureAddress,
  userinfo: secureAddress.optional(),
  jwks: secureAddress.optional(),
  algorithms: z.array(z.string()).optional(),
});

const Provider = z
  .object({
    client_id: z.string().optional(),
    client_id_file: absolutePath.optional(),
    client_secret: z.string().optional(),
    client_secret_file: absolutePath.optional(),
    redirect_url: z.url("must be an address").optional(),
    scopes: z.array(z.string()).default(["openid", "profile", "email"]),
    display_name: z.string().optional(),
    color: z
      .string()
      .regex(/^(#[\da-f]{3,8}|[a-z]*)$/i, "must be a colour such as #3367d6")
      .default(""),
    icon: z.string().default(""),
    provider_url: secureAddress.optional(),
    endpoint: Endpoint.optional(),
    username_claim: z.string().default("preferred_username"),
    name_claim: z.string().default("preferred_username"),
    email_claim: z.string().default("email"),
    order: z.int().default(0),
  })
  .superRefine((provider, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const { provider_url: discovered, endpoint, scopes } = provider;
    if (!discovered && !endpoint) refuse("provider_url", "is missing, and so is endpoint");
    if (!provider.client_id && !provider.client_id_file) refuse("client_id", "is missing");
    if (endpoint && !discovered && scopes.includes("openid") && !(endpoint.issuer && endpoint.jwks))
      refuse("endpoint", "needs issuer and jwks for the scope openid");
    if (endpoint && !discovered && !scopes.includes("openid") && !endpoint.userinfo)
      refuse("endpoint", "needs userinfo without the scope openid");
  });

const Providers = z.record(z.string().regex(/^[\w-]{1,50}$/, "must be letters, digits, - and _"), Provider);

export type OidcProvider = ReturnType<typeof toProvider>;

/** The configured providers: JSON, or the file that holds it; in the order of their buttons. */
export const oidcProviders = z.string().transform((value, context) => {
  try {
    const read = Providers.safeParse(JSON.parse(value.trimStart().startsWith("{") ? value : readNamed(value)));
    if (read.success) return Object.entries(read.data).map(toProvider).sort(byOrder);
    const [issue] = read.error.issues;
    context.addIssue({ code: "custom", message: `is wrong at ${issue?.path.join(".")}: ${issue?.message}` });
  } catch (error) {
    // JSON.parse quotes what it could not read, which may be a secret.
    const isFile = error instanceof Error && "syscall" in error;
    context.addIssue({ code: "custom", message: isFile ? `names a file: ${error.message}` : "is no valid JSON" });
  }
  return z.NEVER;
});

function readNamed(path: string): string {
  if (!isAbsolute(path.trim())) throw new SyntaxError("neither JSON nor an absolute path");
  return readFileSync(path.trim(), "utf8");
}

function toProvider([id, provider]: [string, z.output<typeof Provider>]) {
  const { client_id, client_id_file, client_secret, client_secret_file, ...rest } = provider;
  return {
    ...rest,
    id,
    name: provider.display_name || id,
    icon: provider.icon.replace(/^mdi-/, ""),
    clientId: client_id ?? readFileSync(client_id_file ?? "", "utf8").trim(),
    clientSecret: client_secret ?? (client_secret_file ? readFileSync(client_secret_file, "utf8").trim() : null),
  };
}

const byOrder = (a: OidcProvider, b: OidcProvider): number => a.order - b.order || a.id.localeCompare(b.id);
