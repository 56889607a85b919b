import { z } from "zod";
import { type ImportedProject, UpdatedProject } from "@/lib/backup/schema/import";
import { Key } from "@/lib/key/schema";
import { fillSecrets, planSecrets, WithSecrets, withSecrets } from "./fill-secrets";
import { addMembers, findAccount, planMembers, type Team } from "./members";
import type { Report, SourceProject, Target } from "./target";

/** Updates a project that an earlier import made, or with `dryRun` asks the server what that would do. */
export async function updateProject(
  target: Target,
  known: ImportedProject,
  { file, source, members }: SourceProject,
  report: Report,
): Promise<Report> {
  const { api, dryRun, overwrite, strict } = target;
  const params = { projectId: known.id };
  const { sealed_states, ...others } = file;
  const call = { params, body: { ...others, source, overwrite, strict } };
  const done = dryRun
    ? await api.read("POST /project/:projectId/import/check", call, UpdatedProject)
    : await api.read("PUT /project/:projectId/import", call, UpdatedProject);
  const team = await updateTeam(target, known.id, members);
  const dropped = done.dropped_aliases.map((alias) => `Alias ${alias} leads to another place already`);
  const states = (sealed_states ?? null) === null ? [] : ["The states of the backup, which only a new project takes"];
  const updated: Report = {
    ...report,
    ...(await emptySecrets(target, report, done)),
    outcome: dryRun ? "checked" : "updated",
    id: known.id,
    adjusted: done.report,
    changes: done.lines,
    unchanged: done.unchanged,
    members: team.members,
    left_out: [...report.left_out, ...states, ...dropped, ...team.left_out],
  };
  const wanted = overwrite ? file : onlyEmpty(file, updated);
  return withSecrets(target, wanted, updated, async (from, old) =>
    dryRun ? planSecrets(from, old) : fillSecrets(api, known.id, from, old),
  );
}

/** What of the file has no secret here, or will have none when it is created. */
async function emptySecrets({ api }: Target, { empty_keys, empty_secrets }: Report, done: UpdatedProject) {
  const keys = await api.read("GET /project/:projectId/keys", { params: { projectId: done.id } }, z.array(Key));
  const empty = new Set(keys.filter((key) => key.empty && key.type !== "none").map(({ name }) => name.trim()));
  for (const { kind, name, done: how } of done.lines) if (kind === "key" && how === "created") empty.add(name);
  const emptyHere = new Set(done.empty_secrets);
  return {
    empty_keys: empty_keys.filter((name) => empty.has(name)),
    empty_secrets: empty_secrets.filter((secret) => emptyHere.has(secret)),
  };
}

/** What was filled in here stays as it is. */
function onlyEmpty(file: SourceProject["file"], { empty_keys, empty_secrets }: Report): SourceProject["file"] {
  const { success, data } = WithSecrets.safeParse(file);
  if (!success) return file;
  const keys = data.keys.filter(({ name }) => empty_keys.includes(name));
  const environments = data.environments.map(({ name, secrets }) => ({
    name,
    secrets: secrets.filter((secret) => empty_secrets.includes(`${name}: ${secret.name}`)),
  }));
  return { keys, environments };
}

const Username = z.object({ username: z.string() });

/** Who is missing may have been removed here, and gets no access again until `--overwrite`. */
async function updateTeam(target: Target, projectId: number, members: SourceProject["members"]): Promise<Team> {
  const { api, people, dryRun, overwrite } = target;
  const missing = await missingMembers(target, projectId, members);
  if (overwrite && !dryRun) return addMembers(api, projectId, people, missing);
  const team = planMembers(people, missing);
  if (overwrite) return team;
  const absent = team.members.map((member) => `Member ${member} is not in the project here; --overwrite adds them`);
  return { members: [], left_out: [...team.left_out, ...absent] };
}

/** Without those who are members already, with whatever role they have here. */
async function missingMembers({ api, people }: Target, projectId: number, members: SourceProject["members"]) {
  const team = await api.read("GET /project/:projectId/users", { params: { projectId } }, z.array(Username));
  const there = new Set(team.map(({ username }) => username.toLowerCase()));
  return members.filter((member) => {
    const { username } = findAccount(people.accounts, member) ?? member;
    return !there.has(username.toLowerCase());
  });
}
