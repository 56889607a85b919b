import { z } from "zod";
import { ROLES } from "@/lib/access/roles";
import { IdParam, listQuery, optionalId, ProjectParams, requiredId } from "@/lib/operation/fields";

/** A member in the team list; `id` is the user's. */
export const Member = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
});
export type Member = z.infer<typeof Member>;

export const MemberParams = ProjectParams.extend({ userId: IdParam });
export const MemberQuery = listQuery(["name", "username", "email", "role"]);
export type MemberQuery = z.output<typeof MemberQuery>;

const fields = z.object({
  project_id: optionalId(),
  role: z.enum(ROLES, "roleInvalid"),
  /** The role determines the permissions. A mask in the body would have no effect, so it is refused. */
  permissions: z.undefined("permissionsFixed").optional(),
});

export const NewMemberInput = fields.extend({ user_id: requiredId("userRequired") });
export type NewMemberInput = z.output<typeof NewMemberInput>;

/** Clients send the whole row back. */
export const MemberInput = fields.extend({ id: optionalId(), user_id: optionalId() });
