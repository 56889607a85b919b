import { z } from "zod";
import type { Announcement } from "@/db/announcement";
import type { Db } from "@/db/client";
import { member, project } from "@/lib/access/access";
import { mayIn, type ProjectScope, type UserActor } from "@/lib/access/actor";
import { Member, MemberInput, MemberParams, MemberQuery, NewMemberInput } from "@/lib/member/schema";
import * as store from "@/lib/member/store";
import { changeOf, changesOf } from "@/lib/operation/changes";
import { operation } from "@/lib/operation/define";
import { AppError, found } from "@/lib/operation/errors";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseMismatch, refuseOtherIds } from "@/lib/operation/http/id-mismatch";
import { type EventScope, recordEvents } from "@/lib/operation/record-event";
import type { EventAction } from "@/lib/protocol/event-action";
import { User } from "@/lib/user/schema";
import { releaseTokenLocks } from "@/lib/user/token-locks";

export const listMembers = operation({
  name: "member.list",
  summary: "Members of the project with their roles",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: MemberQuery,
  output: z.array(Member),
  run: ({ db, actor, project, input }) => {
    // The order of addresses gives them away to a member who changes their own and watches its place.
    const sort = input.sort === "email" && !mayIn(actor, project, "manageUsers") ? "name" : input.sort;
    return store.listMembers(db, project.id, { ...input, sort });
  },
});

export const getMember = operation({
  name: "member.get",
  summary: "The account of a member; only members who can manage the team see the email address",
  transaction: "none",
  access: member,
  params: MemberParams,
  input: NoInput,
  output: User,
  run: async ({ db, actor, project, params }) => {
    const user = found(await store.getMember(db, project.id, params.userId));
    const mayManage = mayIn(actor, project, "manageUsers");
    return mayManage || user.id === actor.user.id ? user : { ...user, email: "" };
  },
});

export const addMember = operation({
  name: "member.add",
  summary: "Adds a user to the project",
  transaction: "whole",
  access: project("manageUsers"),
  params: ProjectParams,
  input: NewMemberInput,
  output: NoContent,
  run: async ({ db, project, input, announce }) => {
    refuseOtherIds({ project_id: input.project_id }, project.id);
    const name = await store.insertMember(db, project.id, input.user_id, input.role);
    announce({ type: "access", user_id: input.user_id });
    return name;
  },
  event: ({ input: { user_id, role }, result }) => ({
    ...memberEvent(user_id, result, "memberAdded"),
    changes: { role: changeOf(null, role) },
  }),
});

export const updateMember = operation({
  name: "member.update",
  summary: "Changes the role of a member",
  transaction: "whole",
  access: project("manageUsers"),
  params: MemberParams,
  input: MemberInput,
  output: NoContent,
  run: async ({ db, actor, project, params: { userId }, input, ip, announce }) => {
    refuseOtherIds(input, project.id, userId);
    refuseMismatch("user_id", input.user_id, userId, "idMismatch");
    refuseOwnerThemselves(actor, project, userId);
    const before = found(await store.updateRole(db, project.id, userId, input.role));
    announce(await endAccess(db, userId, { project, userId: actor.user.id, ip }));
    return before;
  },
  event: ({ params: { userId }, input, result }) => ({
    ...memberEvent(userId, result.name, "roleChanged"),
    changes: changesOf(result, input, { role: "shown" }),
  }),
});

export const removeMember = operation({
  name: "member.remove",
  summary: "Removes a member from the project",
  transaction: "whole",
  access: project("manageUsers"),
  params: MemberParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, actor, project, params: { userId }, ip, announce }) => {
    refuseOwnerThemselves(actor, project, userId);
    const name = found(await store.deleteMember(db, project.id, userId));
    announce(await endAccess(db, userId, { project, userId: actor.user.id, ip }));
    return name;
  },
  event: ({ params: { userId }, result }) => memberEvent(userId, result, "memberRemoved"),
});

export const leaveProject = operation({
  name: "member.leave",
  summary: "Removes the caller from the project",
  transaction: "whole",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, actor, project, ip, announce }) => {
    const userId = actor.user.id;
    refuseOwnerThemselves(actor, project, userId);
    found(await store.deleteMember(db, project.id, userId));
    announce(await endAccess(db, userId, { project, userId, ip }));
  },
  event: ({ actor: { user } }) => memberEvent(user.id, user.name, "memberRemoved"),
});

/** Records what ended with a member's rights; announce the result afterwards. */
async function endAccess(tx: Db, userId: number, scope: EventScope): Promise<Announcement[]> {
  const { events, announcements } = await releaseTokenLocks(tx, userId, "stays");
  await recordEvents(
    tx,
    events.map((event) => ({ event, scope })),
  );
  return [{ type: "access", user_id: userId }, ...announcements];
}

const memberEvent = (userId: number, name: string, action: EventAction) => ({
  object_type: "user",
  object_id: userId,
  object_name: name,
  subject: `User ID ${userId}`,
  action,
});

/** Owners cannot remove or demote themselves, so that no project is abandoned by mistake. */
function refuseOwnerThemselves(actor: UserActor, project: ProjectScope, userId: number): void {
  const isOwner = project.role === "owner" && userId === actor.user.id;
  if (isOwner && !actor.user.admin) throw new AppError("invalid", { key: "ownerStays" });
}
