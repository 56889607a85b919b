import { z } from "zod";
import { isRole } from "@/lib/access/roles";
import { randomToken } from "@/lib/secret/token";
import { User } from "@/lib/user/schema";
import { type Api, ApiProblem } from "../api/api";

/** A project member as the source describes them; `email` if the source shows it. */
export type Member = { username: string; name: string; email: string | null; role: string };

/** The e-mail is missing unless the token is an administrator's. */
const Account = User.pick({ id: true, username: true }).extend({ email: z.string().optional() });
type Account = z.output<typeof Account>;

/** The accounts on this server; `create` adds missing ones with a random password that is not stored. */
export type People = { accounts: Account[]; create: boolean };

export const readPeople = async (api: Api, create: boolean): Promise<People> => ({
  accounts: await api.read("GET /users", {}, z.array(Account)),
  create,
});

/** Who was added with which role, and as sentences who was not and why. */
export type Team = { members: string[]; left_out: string[] };

/** Reports what `addMembers` would do. */
export function planMembers({ accounts, create }: People, members: Member[]): Team {
  const team: Team = { members: [], left_out: [] };
  for (const member of members) {
    const isMade = create && member.email !== null;
    const problem = problemOf(member, isMade || findAccount(accounts, member) !== undefined);
    if (problem) team.left_out.push(problem);
    else team.members.push(label(member));
  }
  return team;
}

/** Adds the members who have accounts here. The caller is already the owner. */
export async function addMembers(api: Api, projectId: number, people: People, members: Member[]): Promise<Team> {
  const team: Team = { members: [], left_out: [] };
  for (const member of members) {
    const { role } = member;
    try {
      const account = findAccount(people.accounts, member) ?? (await createAccount(api, people, member));
      const problem = problemOf(member, account !== undefined);
      if (problem) team.left_out.push(problem);
      if (problem || !account || !isRole(role)) continue;
      const body = { user_id: account.id, role };
      await api.call("POST /project/:projectId/users", { params: { projectId }, body });
      team.members.push(label(member));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      // The importing user already owns the project (409).
      if (error.status !== 409) team.left_out.push(`Member ${member.username}: ${error.message}`);
    }
  }
  return team;
}

const label = ({ username, role }: Member): string => `${username} (${role})`;

export function findAccount(accounts: Account[], { username, email }: Member): Account | undefined {
  const same = (a: string | null | undefined, b: string) => a?.toLowerCase() === b.toLowerCase();
  return (
    accounts.find((account) => same(account.username, username)) ??
    accounts.find((account) => email !== null && same(account.email, email))
  );
}

function problemOf({ username, role }: Member, hasAccount: boolean): string | null {
  if (!isRole(role)) return `Member ${username} has the role "${role}", which doesn't exist here`;
  return hasAccount ? null : `Member ${username} has no account here`;
}

async function createAccount(api: Api, { accounts, create }: People, member: Member): Promise<Account | undefined> {
  const { username, name, email } = member;
  if (!create || email === null) return undefined;
  const body = { username, name, email, password: randomToken() };
  const account = await api.read("POST /users", { body }, Account);
  accounts.push(account);
  return account;
}
