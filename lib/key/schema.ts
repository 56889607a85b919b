import { z } from "zod";
import { flag, IdParam, listQuery, optionalId, ProjectParams, requiredName, text } from "@/lib/operation/fields";
import { mending, Warnings } from "@/lib/operation/warnings";

export const KEY_TYPES = ["ssh", "login_password", "none"] as const;
export type KeyType = (typeof KEY_TYPES)[number];

/** The public details of an ssh key, as ssh-keygen shows them. */
export const KeyDetails = z.object({
  type: z.string(),
  bits: z.int(),
  comment: z.string(),
  fingerprint: z.string(),
});
export type KeyDetails = z.infer<typeof KeyDetails>;

/** A key in replies: every secret field is present and blank. */
export const Key = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(KEY_TYPES),
  project_id: z.int(),
  string: z.literal(""),
  login_password: z.object({ login: z.literal(""), password: z.literal("") }),
  ssh: z.object({ login: z.literal(""), passphrase: z.literal(""), private_key: z.literal("") }),
  override_secret: z.literal(false),
  /** For ssh keys; null if the key was stored by an older version or is too costly to decrypt. */
  details: KeyDetails.nullable(),
  /** No secret is stored; only in lists, and only if true. */
  empty: z.literal(true).optional(),
});
export type Key = z.infer<typeof Key>;

/** The reply to a creation. */
export const NewKey = Key.extend({ warnings: Warnings });

export const KeyParams = ProjectParams.extend({ keyId: IdParam });
export const KeyQuery = listQuery(["name", "type"]);

export const MAX_PRIVATE_KEY = 64 * 1024;

const SshSecret = z.object({ login: text(255), passphrase: text(1000), private_key: text(MAX_PRIVATE_KEY) });
const LoginSecret = z.object({ login: text(255), password: text(4096) });

const fields = z.object({
  id: optionalId(),
  project_id: optionalId(),
  name: requiredName("keyNameRequired"),
  type: z.enum(KEY_TYPES, "keyTypeRequired"),
  ssh: SshSecret.nullish().transform((value) => value ?? { login: "", passphrase: "", private_key: "" }),
  login_password: LoginSecret.nullish().transform((value) => value ?? { login: "", password: "" }),
  override_secret: flag(),
});

const requireSecret = (input: z.output<typeof fields>, context: z.core.$RefinementCtx) => {
  if (input.type === "ssh" && input.ssh.private_key.trim() === "") {
    context.addIssue({ code: "custom", path: ["ssh", "private_key"], message: "privateKeyRequired" });
  }
  if (input.type === "login_password" && input.login_password.password === "") {
    context.addIssue({ code: "custom", path: ["login_password", "password"], message: "keyPasswordRequired" });
  }
};

export const NewKeyInput = fields.superRefine(requireSecret);
/** Without `override_secret` only the name changes, so the secret may be blank. */
const requireNewSecret = (input: z.output<typeof fields>, context: z.core.$RefinementCtx) => {
  if (input.override_secret) requireSecret(input, context);
};
export const KeyInput = fields.superRefine(requireNewSecret);
export type KeyInput = z.output<typeof KeyInput>;

/** Semaphore's `string` is kept as a password without a login; an empty one is no secret. */
const readString = mending("type_mapped", ({ type, string }) => {
  if (type !== "string") return null;
  return string ? { type: "login_password", login_password: { login: "", password: string } } : { type: "none" };
});

/** As the API takes them. */
export const NewKeyBody = z.preprocess(readString, fields.extend({ warnings: Warnings }).superRefine(requireSecret));
export const KeyBody = z.preprocess(readString, fields.extend({ warnings: Warnings }).superRefine(requireNewSecret));

/** An ssh key about to be stored, or a stored one. */
export const KeyProbe = z
  .object({ kind: z.literal("key"), key_id: optionalId(), ssh: SshSecret.nullish() })
  .superRefine(({ key_id, ssh }, context) => {
    if (key_id === null && !ssh?.private_key.trim()) {
      context.addIssue({ code: "custom", path: ["ssh", "private_key"], message: "privateKeyRequired" });
    }
  });
