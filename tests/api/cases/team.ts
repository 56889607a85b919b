import { expect } from "vitest";
import type { Bad, RouteCase } from "../support/conform";
import { listOf } from "../support/shape";
import type { Place } from "../support/site";
import { Member, User } from "./shapes";
import { newUser } from "./users";

const TEAM = "/project/{projectId}/users";
const MEMBER = `${TEAM}/{userId}`;

const fresh = async (place: Place) => {
  const userId = await newUser(place.site);
  await place.site.call("admin", "POST", place.path("users"), { body: { user_id: userId, role: "guest" } });
  return { userId };
};
const BAD_ROLE = "role: Must be owner, manager, task_runner or guest";
const bad = ({ elsewhere }: Place): Bad[] => [
  [{ role: "" }, BAD_ROLE],
  [{ role: "king" }, BAD_ROLE],
  [{ role: null }, BAD_ROLE],
  [{ permissions: 15 }, "permissions: Permissions come from the role and can't be set directly"],
  [{ project_id: elsewhere?.projectId }, "Project ID in body and URL must be the same"],
];
const roleOf = async ({ site, path }: Place, userId: unknown) => {
  const { body } = await site.call("admin", "GET", path("users"));
  return (body as { id: number; role: string }[]).find(({ id }) => id === userId)?.role;
};

export const team: RouteCase[] = [
  { route: `GET ${TEAM}`, access: "member", status: 200, reply: listOf(Member) },
  {
    route: `POST ${TEAM}`,
    access: "manageUsers",
    target: async ({ site }) => ({ added: await newUser(site) }),
    usesUp: true,
    body: ({ projectId }, { added }) => ({ project_id: projectId, user_id: added, role: "manager" }),
    status: 204,
    differs: [
      {
        request: "`permissions`; so for `PUT` of a member",
        peer: "204; ignored",
        ours: "400 and the field",
        why: "the role decides; who sends a mask would believe that it applies",
        send: () => ({ permissions: 15 }),
        status: 400,
      },
    ],
    event: ({ added }) => ["user", Number(added), `User ID ${added} added to team`],
    after: async (place, { added }) => {
      expect(await roleOf(place, added)).toBe("manager");
      const again = await place.site.call("owner", "POST", place.path("users"), {
        body: { user_id: added, role: "guest" },
      });
      expect(again.status).toBe(409);
    },
    bad: (place) => [
      ...bad(place),
      [{ user_id: 0 }, "user_id: User is required"],
      [{ user_id: 2_147_483_647 }, "Already a member of the project, or no such user", 409],
    ],
  },
  {
    route: `GET ${MEMBER}`,
    access: "member",
    target: fresh,
    status: 200,
    reply: User,
    after: async ({ site, path }, { userId }) => {
      const seen = await site.call("manager", "GET", path(`users/${userId}`));
      expect(seen.body).toMatchObject({ id: userId, email: "" });
    },
  },
  {
    route: `PUT ${MEMBER}`,
    access: "manageUsers",
    target: fresh,
    body: () => ({ role: "task_runner" }),
    status: 204,
    event: ({ userId }) => ["user", Number(userId), `Changed role for User ID ${userId}`],
    after: async (place, { userId }) => {
      expect(await roleOf(place, userId)).toBe("task_runner");
      const self = place.path(`users/${place.site.w.userIds.owner}`);
      expect((await place.site.call("owner", "PUT", self, { body: { role: "guest" } })).status).toBe(400);
    },
    bad,
  },
  {
    route: `DELETE ${MEMBER}`,
    access: "manageUsers",
    target: fresh,
    status: 204,
    event: ({ userId }) => ["user", Number(userId), `User ID ${userId} removed from team`],
    after: async (place, { userId }) => {
      expect(await roleOf(place, userId)).toBeUndefined();
      const self = place.path(`users/${place.site.w.userIds.owner}`);
      expect((await place.site.call("owner", "DELETE", self)).status).toBe(400);
    },
  },
  {
    route: "DELETE /project/{projectId}/me",
    access: "leave",
    as: "guest",
    target: async ({ site }) => ({ projectId: (await site.newPlace("to leave")).projectId }),
    status: 204,
    differs: [
      {
        request: "an administrator is the only owner; so for `PUT` and `DELETE` of a member",
        peer: "204",
        ours: "400",
        why: "a project keeps an owner; make someone else one first",
      },
    ],
    event: (_, __, { site: { w } }) => ["user", w.userIds.guest, `User ID ${w.userIds.guest} removed from team`],
  },
];
