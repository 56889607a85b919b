import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { projectMembers } from "@/db/schema/projects";
import { type Access, describeAccess } from "@/lib/access/access";
import { can, permissionsOf, ROLES } from "@/lib/access/roles";
import type { Operation } from "@/lib/operation/define";
import { STATUS_OF, toAppError } from "@/lib/operation/errors";
import { ROOT } from "../structure/sources";
import { freshDatabase } from "../support/database";
import { newProject, PEOPLE, type Visitor, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});

const VISITORS: Visitor[] = ["anonymous", ...PEOPLE];

/** Every operation there is, whatever noun it belongs to. */
const operations = (
  await Promise.all(
    readdirSync(join(ROOT, "lib"), { recursive: true, encoding: "utf8" })
      .filter((name) => /operations\.ts$/.test(name))
      .map(async (name) => Object.values((await import(join(ROOT, "lib", name))) as Record<string, unknown>)),
  )
)
  .flat()
  .filter(
    (value): value is Operation => typeof value === "object" && value !== null && "access" in value && "run" in value,
  );

const roleOf = (visitor: Visitor) => ROLES.find((role) => role === visitor) ?? null;

/** The status for a denied visitor, or null if access is granted. */
function refusedWith(access: Access, visitor: Visitor): number | null {
  if (access.kind === "public") return null;
  if (access.kind === "runner" || visitor === "anonymous") return 401;
  if (visitor === "admin") return null;
  if (access.kind === "admin") return access.refusal;
  if (access.kind === "projectCreator" || access.kind === "self") return 401;
  if (access.kind !== "project") return null;
  if (visitor === "stranger") return 404;
  if (access.adminOnly)
    return can({ admin: false, permissions: permissionsOf(roleOf(visitor)) }, access.permission ?? "runTasks")
      ? 401
      : 403;
  const permissions = permissionsOf(roleOf(visitor));
  return access.permission && !can({ admin: false, permissions }, access.permission) ? 403 : null;
}

/** Ids that exist nowhere: a permitted operation may fail, but not for missing permissions. */
const NOWHERE = 2_000_000_000;

async function newMatrix(): Promise<number> {
  const id = await newProject(db, "Matrix", w.userIds.owner);
  const roles = ["manager", "task_runner", "guest"] as const;
  await db.insert(projectMembers).values(roles.map((role) => ({ project_id: id, user_id: w.userIds[role], role })));
  return id;
}

async function statusFor(op: Operation, visitor: Visitor, projectId: number): Promise<number> {
  const names = Object.keys("shape" in op.params && typeof op.params.shape === "object" ? { ...op.params.shape } : {});
  const place = (name: string) => (name === "nodeKey" ? "nowhere" : name === "projectId" ? projectId : NOWHERE);
  const params = Object.fromEntries(names.map((name) => [name, String(place(name))]));
  try {
    await w.call(op, visitor, params, {});
    return 200;
  } catch (thrown) {
    return STATUS_OF[toAppError(thrown).code];
  }
}

test("all operations are found", () => {
  expect(operations.length).toBeGreaterThan(40);
});

describe.each(operations.map((op) => [op.name, describeAccess(op.access), op] as const))(
  "%s (%s)",
  (_name, _access, op) => {
    test("admits exactly the callers it names", async () => {
      let projectId = await newMatrix();
      for (const visitor of VISITORS) {
        const expected = refusedWith(op.access, visitor);
        const status = await statusFor(op, visitor, projectId);
        // One of the operations deletes it, and others change its members.
        if (status === 200) projectId = await newMatrix();
        if (expected !== null) expect(`${visitor} ${status}`).toBe(`${visitor} ${expected}`);
        else expect([401, 403, 500], `${visitor} ${status}`).not.toContain(status);
      }
    });
  },
);
