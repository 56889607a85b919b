import { expect, test } from "vitest";
import { planMembers } from "@/cli/import/members";

test("a plan adds accounts only for members whose address the source shows, without which none can be made", () => {
  const people = { accounts: [{ id: 1, username: "anna" }], create: true };
  const member = (username: string, email: string | null) => ({ username, name: username, email, role: "guest" });
  const members = [member("anna", null), member("bert", "bert@example.com"), member("carla", null)];
  expect(planMembers(people, members)).toEqual({
    members: ["anna (guest)", "bert (guest)"],
    left_out: ["Member carla has no account here"],
  });
});
