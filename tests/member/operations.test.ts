import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { projectMembers } from "@/db/schema/projects";
import { users } from "@/db/schema/users";
import { ROLES, type Role } from "@/lib/access/roles";
import { listLastEvents } from "@/lib/event/operations";
import { addMember, getMember, leaveProject, listMembers, removeMember, updateMember } from "@/lib/member/operations";
import { getProject } from "@/lib/project/operations";
import { heardDuring } from "../support/announcements";
import { freshDatabase, statementsOf } from "../support/database";
import { FORBIDDEN, MEMBERS, type Person, refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});

/** The team as created by `world`. */
beforeEach(async () => {
  await db.delete(projectMembers).where(eq(projectMembers.project_id, w.projectId));
  for (const role of ROLES)
    await db.insert(projectMembers).values({ project_id: w.projectId, user_id: w.userIds[role], role });
});

const here = () => ({ projectId: w.projectId });
const member = (who: keyof World["userIds"]) => ({ ...here(), userId: w.userIds[who] });
const roleOf = async (who: keyof World["userIds"]) => {
  const isRow = and(eq(projectMembers.project_id, w.projectId), eq(projectMembers.user_id, w.userIds[who]));
  return (await db.select().from(projectMembers).where(isRow))[0]?.role ?? null;
};
const give = (who: keyof World["userIds"], role: Role) =>
  db.insert(projectMembers).values({ project_id: w.projectId, user_id: w.userIds[who], role });

/** Who can manage the team. */
const OWNERS = { ...MEMBERS, manager: 403, task_runner: 403, guest: 403 };

describe("a member", () => {
  it("is added, changed and removed, with an event and an announcement for each", async () => {
    const userId = w.userIds.stranger;
    const access = { type: "access", user_id: userId };
    const body = { project_id: w.projectId, user_id: userId, role: "guest" };
    expect(await heardDuring(() => w.call(addMember, "owner", here(), body))).toEqual([access]);
    expect(await w.call(getProject, "stranger", here())).toMatchObject({ name: "Ours" });
    const row = { id: userId, username: "stranger", name: "The stranger", role: "manager" };
    expect(await heardDuring(() => w.call(updateMember, "owner", member("stranger"), row))).toEqual([access]);
    expect(await w.call(listMembers, "guest", here(), {})).toContainEqual(row);
    expect(await heardDuring(() => w.call(removeMember, "owner", member("stranger")))).toEqual([access]);
    expect(await refusal(w.call(getProject, "stranger", here()))).toEqual({ status: 404, error: null });
    const events = await w.call(listLastEvents, "guest", here());
    expect(events.slice(0, 3).map(({ description }) => description)).toEqual([
      `User ID ${userId} removed from team`,
      `Changed role for User ID ${userId}`,
      `User ID ${userId} added to team`,
    ]);
    expect(events[0]).toMatchObject({ object_type: "user", object_id: userId, user_id: w.userIds.owner });
    expect(events.slice(0, 3).map(({ object_name, changes }) => [object_name, changes])).toEqual(
      ["The stranger", "The stranger", "The stranger"].map((name) => [name, undefined]),
    );
    const inDetail = await w.call(listLastEvents, "manager", here());
    expect(inDetail.slice(0, 3).map(({ changes }) => changes)).toEqual([
      null,
      { role: { from: "guest", to: "manager" } },
      { role: { from: null, to: "guest" } },
    ]);
  });

  it.each([
    [{ role: "" }, "role: Must be owner, manager, task_runner or guest"],
    [{ role: "owner " }, "role: Must be owner, manager, task_runner or guest"],
    [{ role: "OWNER" }, "role: Must be owner, manager, task_runner or guest"],
    [{ role: "admin" }, "role: Must be owner, manager, task_runner or guest"],
    [{ role: 15 }, "role: Must be owner, manager, task_runner or guest"],
    [{ role: undefined }, "role: Must be owner, manager, task_runner or guest"],
    [{ permissions: 15 }, "permissions: Permissions come from the role and can't be set directly"],
    [{ user_id: null }, "user_id: User is required"],
    [{ user_id: "1" }, "user_id: Not a valid ID"],
    [{ project_id: 999_999 }, "Project ID in body and URL must be the same"],
  ])("is rejected with %o", async (changes, error) => {
    const body = { user_id: w.userIds.stranger, role: "guest", ...changes };
    expect(await refusal(w.call(addMember, "owner", here(), body))).toEqual({ status: 400, error });
    if (!("user_id" in changes)) {
      const put = w.call(updateMember, "owner", member("guest"), { role: "guest", ...changes });
      expect(await refusal(put)).toEqual({ status: 400, error });
    }
  });

  it("is added once, and only if the user exists", async () => {
    const error = "Already a member of the project, or no such user";
    for (const user_id of [w.userIds.guest, 999_999]) {
      const call = w.call(addMember, "owner", here(), { user_id, role: "manager" });
      expect(await refusal(call)).toEqual({ status: 409, error });
    }
    expect(await roleOf("guest")).toBe("guest");
  });

  it("is rejected if the id in the body differs from the path", async () => {
    const body = { id: w.userIds.manager, role: "owner" };
    expect(await refusal(w.call(updateMember, "owner", member("guest"), body))).toEqual({
      status: 400,
      error: "ID in body and URL must be the same",
    });
  });

  it("of another team is not found", async () => {
    const nothing = { status: 404, error: null };
    expect(await refusal(w.call(getMember, "owner", member("stranger")))).toEqual(nothing);
    expect(await refusal(w.call(updateMember, "owner", member("stranger"), { role: "guest" }))).toEqual(nothing);
    expect(await refusal(w.call(removeMember, "owner", member("stranger")))).toEqual(nothing);
    expect(await refusal(w.call(leaveProject, "admin", here()))).toEqual(nothing);
  });

  it("is managed by owners and administrators, and visible to members", async () => {
    const add = { user_id: 999_999, role: "owner" };
    const found = await statuses((as) => w.call(addMember, as, here(), add));
    expect(found).toEqual({ ...OWNERS, owner: 409, admin: 409 });
    expect(await statuses((as) => w.call(updateMember, as, member("guest"), { role: "guest" }))).toEqual(OWNERS);
    const nobody = { ...here(), userId: 999_999 };
    const removed = await statuses((as) => w.call(removeMember, as, nobody));
    expect(removed).toEqual({ ...OWNERS, owner: 404, admin: 404 });
    expect(await statuses((as) => w.call(listMembers, as, here(), {}))).toEqual(MEMBERS);
    expect(await statuses((as) => w.call(getMember, as, member("guest")))).toEqual(MEMBERS);
  });

  it("shows their e-mail only to themselves and to those who manage the team", async () => {
    const seen = await w.call(getMember, "owner", member("guest"));
    expect(seen).toEqual({
      id: w.userIds.guest,
      created: expect.stringMatching(/Z$/),
      username: "guest",
      name: "The guest",
      email: "guest@example.com",
      admin: false,
      external: false,
      alert: false,
    });
    expect(await w.call(getMember, "admin", member("guest"))).toEqual(seen);
    expect(await w.call(getMember, "guest", member("guest"))).toEqual(seen);
    expect(await w.call(getMember, "manager", member("guest"))).toEqual({ ...seen, email: "" });
  });
});

describe("the team", () => {
  it("is sorted by name, username, email or role, in one statement", async () => {
    const list = async (query: object) =>
      (await w.call(listMembers, "guest", here(), query)).map((row) => row.username);
    const byName = ["guest", "manager", "owner", "task_runner"];
    expect(await list({})).toEqual(byName);
    expect(await list({ sort: "username", order: "desc" })).toEqual([...byName].reverse());
    expect(await list({ sort: "email" })).toEqual(byName);
    expect(await list({ sort: "role", order: "desc" })).toEqual([...byName].reverse());
    expect(await list({ sort: "password_hash" })).toEqual(byName);
    expect(await w.call(listMembers, "guest", here(), {})).toContainEqual({
      id: w.userIds.owner,
      username: "owner",
      name: "The owner",
      role: "owner",
    });
    expect(await statementsOf(db, () => list({}))).toHaveLength(2);
  });

  it("is sorted by email only for those who may see addresses", async () => {
    await db.update(users).set({ email: "zz@example.com" }).where(eq(users.id, w.userIds.guest));
    const first = async (as: Person) => (await w.call(listMembers, as, here(), { sort: "email" }))[0]?.username;
    expect([await first("guest"), await first("manager")]).toEqual(["guest", "guest"]);
    expect([await first("owner"), await first("admin")]).toEqual(["manager", "manager"]);
  });
});

describe("an owner", () => {
  const stays = {
    status: 400,
    error: "Owners can't leave a project or change their own role. Ask another owner to do it.",
  };
  const last = { status: 400, error: "A project needs at least one owner" };

  it("can't leave, nor remove or demote themselves", async () => {
    await give("stranger", "owner");
    expect(await refusal(w.call(leaveProject, "owner", here()))).toEqual(stays);
    expect(await refusal(w.call(removeMember, "owner", member("owner")))).toEqual(stays);
    expect(await refusal(w.call(updateMember, "owner", member("owner"), { role: "guest" }))).toEqual(stays);
    expect(await roleOf("owner")).toBe("owner");
  });

  it("can be removed or demoted by another owner", async () => {
    await give("stranger", "owner");
    await w.call(updateMember, "stranger", member("owner"), { role: "guest" });
    expect(await roleOf("owner")).toBe("guest");
    expect(await refusal(w.call(removeMember, "owner", member("stranger")))).toEqual(FORBIDDEN);
  });

  it("can't be removed or demoted while they are the last one, even by an administrator", async () => {
    expect(await refusal(w.call(removeMember, "admin", member("owner")))).toEqual(last);
    expect(await refusal(w.call(updateMember, "admin", member("owner"), { role: "manager" }))).toEqual(last);
    expect(await w.call(updateMember, "admin", member("owner"), { role: "owner" })).toBeUndefined();
    expect(await roleOf("owner")).toBe("owner");
  });

  it("remains when two owners remove each other at once", async () => {
    await give("stranger", "owner");
    const remove = (as: "owner" | "stranger", whom: "owner" | "stranger") =>
      w.call(removeMember, as, member(whom)).then(
        () => "done",
        () => "refused",
      );
    const outcomes = await Promise.all([remove("owner", "stranger"), remove("stranger", "owner")]);
    expect(outcomes.sort()).toEqual(["done", "refused"]);
  });

  it("who is an administrator may leave while another owner remains", async () => {
    await give("admin", "owner");
    await w.call(leaveProject, "admin", here());
    expect(await roleOf("admin")).toBeNull();
  });
});

describe("leaving", () => {
  it("is possible for every member but owners, with an event and an announcement", async () => {
    for (const who of ["manager", "task_runner", "guest"] as const) {
      const heard = await heardDuring(() => w.call(leaveProject, who, here()));
      expect(heard).toEqual([{ type: "access", user_id: w.userIds[who] }]);
      expect(await refusal(w.call(leaveProject, who, here()))).toEqual({ status: 404, error: null });
    }
    const [event] = await w.call(listLastEvents, "owner", here());
    expect(event).toMatchObject({
      description: `User ID ${w.userIds.guest} removed from team`,
      user_id: w.userIds.guest,
    });
    expect(await refusal(w.call(leaveProject, "stranger", here()))).toEqual({ status: 404, error: null });
  });
});
