import { z } from "zod";
import { optionalId, optionalText, trimmedText } from "@/lib/operation/fields";
import { isRepositoryPath } from "@/lib/repository/rules";
import { isVaultName, VAULT_TYPES } from "@/lib/template/rules";

export const Vault = z.object({
  id: z.int(),
  project_id: z.int(),
  template_id: z.int(),
  type: z.enum(VAULT_TYPES),
  /** The key with the password; null for a script. */
  vault_key_id: z.int().nullable(),
  /** Path in the repository of a program that prints the password; null for a key. */
  script: z.string().nullable(),
  /** Null: the default vault. */
  name: z.string().nullable(),
});
export type Vault = z.infer<typeof Vault>;

export const VaultFields = z.object({
  id: optionalId(),
  vault_key_id: optionalId(),
  name: trimmedText(100)
    .refine(isVaultName, "vaultNameInvalid")
    .transform((name) => name || null),
  type: z.enum(["", ...VAULT_TYPES], "vaultTypeInvalid").nullish(),
  script: optionalText(1000).refine((path) => path === null || isRepositoryPath(path), "playbookInvalid"),
});

export const VaultInput = VaultFields.transform(({ type, vault_key_id, script, ...vault }, context) => {
  const refuse = (field: string, message: string) => {
    context.addIssue({ code: "custom", path: [field], message });
    return z.NEVER;
  };
  const isScript = type === "script" || (!type && script !== null && vault_key_id === null);
  if (isScript) {
    return script === null
      ? refuse("script", "vaultScriptRequired")
      : { ...vault, type: "script" as const, vault_key_id: null, script };
  }
  return vault_key_id === null
    ? refuse("vault_key_id", "vaultKeyRequired")
    : { ...vault, type: "password" as const, vault_key_id, script: null };
});
export type VaultInput = z.output<typeof VaultInput>;
