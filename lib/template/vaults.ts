import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { accessKeys } from "@/db/schema/access-keys";
import { templateVaults } from "@/db/schema/templates";
import { AppError, type Issue, invalid } from "@/lib/operation/errors";
import type { VaultInput } from "@/lib/template/schema/vaults";

/** Every vault needs a password of the same project; fails naming each one without. */
export async function checkVaultKeys(db: Db, projectId: number, vaults: VaultInput[]): Promise<void> {
  const ids = vaults.flatMap(({ vault_key_id }) => vault_key_id ?? []);
  if (ids.length === 0) return;
  const keys = await db
    .select({ id: accessKeys.id, type: accessKeys.type })
    .from(accessKeys)
    .where(and(eq(accessKeys.project_id, projectId), inArray(accessKeys.id, ids)));
  const types = new Map(keys.map(({ id, type }) => [id, type]));
  const issues = vaults.flatMap(({ vault_key_id }, index): Issue[] => {
    const type = vault_key_id === null ? "login_password" : types.get(vault_key_id);
    if (type === "login_password") return [];
    return [{ path: `vaults.${index}.vault_key_id`, key: type ? "vaultKeyNoPassword" : "referenceMissing" }];
  });
  if (issues.length > 0) throw new AppError("invalid", { issues });
}

/** Replaces the template's vaults with `vaults`: those with an id keep it, others are new. */
export async function replaceVaults(
  db: Db,
  projectId: number,
  templateId: number,
  vaults: VaultInput[],
): Promise<void> {
  const before = await db
    .delete(templateVaults)
    .where(and(eq(templateVaults.project_id, projectId), eq(templateVaults.template_id, templateId)))
    .returning({ id: templateVaults.id });
  const known = new Set(before.map(({ id }) => id));
  const unknown = vaults.findIndex(({ id }) => id !== null && !known.delete(id));
  if (unknown >= 0) throw invalid(`vaults.${unknown}.id`, "referenceMissing");
  const row = ({ id: _, ...vault }: VaultInput) => ({ ...vault, project_id: projectId, template_id: templateId });
  const kept = vaults.flatMap((vault) => (vault.id === null ? [] : [{ ...row(vault), id: vault.id }]));
  const added = vaults.filter(({ id }) => id === null).map(row);
  if (kept.length > 0) await db.insert(templateVaults).overridingSystemValue().values(kept);
  if (added.length > 0) await db.insert(templateVaults).values(added);
}
