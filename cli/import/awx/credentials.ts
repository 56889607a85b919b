import { variableNameProblem } from "@/lib/environment/rules";
import type { Credential, CredentialType } from "./schema";

/** What AWX shows instead of a secret. */
export const ENCRYPTED = "$encrypted$";

/** What a credential means here: a key for something, variables, or nothing. */
export type Purpose = "machine" | "scm" | "vault" | "variables" | "none";

export function purposeOf({ credential_type: { kind, name } }: Credential, type: CredentialType | null): Purpose {
  if (kind === "ssh") return "machine";
  if (kind === "scm" || kind === "vault") return kind;
  return type !== null || Object.hasOwn(VARIABLES, name ?? "") ? "variables" : "none";
}

/** Whether it logs in with a private key rather than a password. */
export const hasPrivateKey = ({ inputs }: Credential): boolean => Boolean(inputs.ssh_key_data);

/** An input as text; "" for one that is not set. */
export function inputOf({ inputs }: Credential, name: string): string {
  const value = inputs[name];
  return value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

/** The environment variables that AWX sets for its own credential types, by the inputs they come from. */
const VARIABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Amazon Web Services": {
    username: "AWS_ACCESS_KEY_ID",
    password: "AWS_SECRET_ACCESS_KEY",
    security_token: "AWS_SESSION_TOKEN",
  },
  "Microsoft Azure Resource Manager": {
    subscription: "AZURE_SUBSCRIPTION_ID",
    client: "AZURE_CLIENT_ID",
    secret: "AZURE_SECRET",
    tenant: "AZURE_TENANT",
    username: "AZURE_AD_USER",
    password: "AZURE_PASSWORD",
    cloud_environment: "AZURE_CLOUD_ENVIRONMENT",
  },
  "VMware vCenter": { host: "VMWARE_HOST", username: "VMWARE_USER", password: "VMWARE_PASSWORD" },
  "OpenShift or Kubernetes API Bearer Token": { host: "K8S_AUTH_HOST", bearer_token: "K8S_AUTH_API_KEY" },
  "Red Hat Ansible Automation Platform": {
    host: "CONTROLLER_HOST",
    username: "CONTROLLER_USERNAME",
    password: "CONTROLLER_PASSWORD",
    oauth_token: "CONTROLLER_OAUTH_TOKEN",
  },
};

/** Variables that a credential gives to tasks; secrets have no value. */
export type Injected = {
  env: Record<string, string>;
  vars: Record<string, string>;
  secrets: { type: "env" | "var"; name: string }[];
  /** What it gave to jobs in AWX but not here, in sentences. */
  gaps: string[];
};

export function injectedBy(credential: Credential, type: CredentialType | null): Injected {
  const injected: Injected = { env: {}, vars: {}, secrets: [], gaps: [] };
  const { env, extra_vars, file } = type?.injectors ?? { env: builtIn(credential), extra_vars: null, file: null };
  for (const [name, template] of Object.entries(env ?? {})) inject(injected, credential, "env", name, template);
  for (const [name, template] of Object.entries(extra_vars ?? {})) inject(injected, credential, "var", name, template);
  for (const name of Object.keys(file ?? {})) injected.gaps.push(`the file "${name}"`);
  return injected;
}

const builtIn = ({ credential_type: { name }, inputs }: Credential): Record<string, string> =>
  Object.fromEntries(
    Object.entries(VARIABLES[name ?? ""] ?? {}).flatMap(([input, variable]) =>
      inputs[input] ? [[variable, `{{ ${input} }}`]] : [],
    ),
  );

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

function inject(injected: Injected, credential: Credential, type: "env" | "var", name: string, template: string): void {
  const inputs = [...template.matchAll(PLACEHOLDER)].map(([, input = ""]) => inputOf(credential, input));
  const text = template.replace(PLACEHOLDER, (_, input: string) => inputOf(credential, input));
  if (variableNameProblem(name)) injected.gaps.push(`the variable ${name}, a name that is not allowed here`);
  else if (/\{\{|\{%/.test(text)) injected.gaps.push(`the variable ${name}, made by "${template}"`);
  else if (inputs.some((input) => input === ENCRYPTED || input === "ASK")) injected.secrets.push({ type, name });
  else injected[type === "env" ? "env" : "vars"][name] = text;
}
