import { z } from "zod";
import { type ImportedProject, type ImportLine, UpdatedProject } from "@/lib/backup/schema/import";
import { Environment } from "@/lib/environment/schema";
import { Key } from "@/lib/key/schema";
import { fillSecrets, type NamesHere, planSecrets, WithSecrets, withSecrets } from "./fill-secrets";
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
  const secrets = await secretsHere(target, done);
  const updated: Report = {
    ...report,
    empty_keys: report.empty_keys.filter((name) => secrets.empty_keys.has(name)),
    empty_secrets: report.empty_secrets.filter((secret) => secrets.empty_secrets.has(secret)),
    outcome: dryRun ? "checked" : "updated",
    id: known.id,
    adjusted: done.report,
    changes: done.lines,
    unchanged: done.unchanged,
    members: team.members,
    left_out: [...report.left_out, ...states, ...dropped, ...team.left_out],
  };
  const wanted = overwrite ? file : withoutFilled(file, secrets);
  return withSecrets(target, wanted, updated, async (from, old) =>
    dryRun ? planSecrets(from, old, secrets) : fillSecrets(api, known.id, from, old),
  );
}

type SecretsHere = NamesHere & { empty_keys: ReadonlySet<string>; empty_secrets: ReadonlySet<string> };

/** The keys and environments here, and which of them have no secret, with those that will be created. */
async function secretsHere({ api }: Target, done: UpdatedProject): Promise<SecretsHere> {
  const params = { projectId: done.id };
  const keys = await api.read("GET /project/:projectId/keys", { params }, z.array(Key));
  const environments = await api.read("GET /project/:projectId/environment", { params }, z.array(Environment));
  const linesOf = (wanted: ImportLine["kind"]) => done.lines.filter(({ kind }) => kind === wanted);
  const created = linesOf("key").flatMap((line) => (line.done === "created" ? [line.name] : []));
  // A dry run renames none.
  const named = (kind: ImportLine["kind"], here: { name: string }[]) =>
    new Set([
      ...here.map(({ name }) => name.trim()),
      ...linesOf(kind).flatMap((line) => (line.done === "created" || line.fields.includes("name") ? [line.name] : [])),
    ]);
  const empty = keys.filter((key) => key.empty && key.type !== "none");
  return {
    keys: named("key", keys),
    environments: named("environment", environments),
    empty_keys: new Set([...empty.map(({ name }) => name.trim()), ...created]),
    empty_secrets: new Set(done.empty_secrets),
  };
}

/** What was filled in here stays as it is. What is not here, or has another name here, is to be reported. */
function withoutFilled(file: SourceProject["file"], here: SecretsHere): SourceProject["file"] {
  const { success, data } = WithSecrets.safeParse(file);
  if (!success) return file;
  const keys = data.keys.filter(({ name }) => here.empty_keys.has(name) || !here.keys.has(name));
  const environments = data.environments.map(({ name, secrets }) => ({
    name,
    secrets: secrets.filter(
      (secret) => here.empty_secrets.has(`${name}: ${secret.name}`) || !here.environments.has(name),
    ),
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
