import { join } from "node:path";
import { appFamily } from "@/lib/protocol/app";
import { ARTIFACTS_VARIABLE, SUMMARY_VARIABLE } from "@/lib/protocol/artifacts";
import type { Job, JobRepository } from "@/lib/protocol/job";
import { type HostKeyLine, knownHostsLine } from "@/lib/protocol/known-hosts";
import { OUTPUT_VARIABLE } from "@/lib/protocol/outputs";
import { withoutReserved } from "@/lib/protocol/reserved-variables";
import { notRemembered } from "@/lib/protocol/runner-lines";
import { FAILED_TESTS_VARIABLE } from "@/lib/protocol/tests";
import { MASK } from "@/lib/redact/masker";
import type { PreparedWorkspace } from "@/runner/apps/adapter";
import { type AnsibleFiles, linkAsyncFolder, readAnsibleFiles } from "@/runner/apps/ansible/files";
import { requirementsStore } from "@/runner/apps/ansible/requirements";
import { adapterFor } from "@/runner/apps/registry";
import { readTerraformFiles } from "@/runner/apps/terraform/files";
import { describeDrift } from "@/runner/drift/found";
import { type Checkout, checkOut } from "@/runner/git";
import { GIT_SILENCE_MS, type GitContext } from "@/runner/git/command";
import { readCommits } from "@/runner/git/commits";
import type { JobContext } from "@/runner/job/context";
import { knownHostsText, verifyHostKeys } from "@/runner/job/host-keys";
import { checkPaths } from "@/runner/job/paths";
import { TaskProblem } from "@/runner/job/problem";
import type { Outcome } from "@/runner/job/saved-attempt";
import { readStackOutputs } from "@/runner/job/stack-outputs";
import { runSteps } from "@/runner/job/steps";
import type { TaskLog } from "@/runner/job/task-log";
import { Keychain } from "@/runner/keys";
import { type Environment, MARK_VARIABLE } from "@/runner/process/environment";
import { startTimeNow } from "@/runner/process/proc";
import { killMarked } from "@/runner/process/sweep";
import { artifactsFolder, outputFile, summaryFile } from "@/runner/results/folders";
import { type OpenState, openState } from "@/runner/state/open";
import { removeSecrets } from "@/runner/workspace";

const MAX_NAMED_HOSTS = 10;

/**
 * Runs one phase of a job in its workspace: keys, repository, steps. Rejects with TaskProblem or Stopped. Afterwards
 * no process of the attempt is left and its secrets are gone from the disk.
 */
export async function performJob(job: Job, context: JobContext): Promise<Outcome | "confirm"> {
  const environment = baseEnvironment(job, context);
  const sweep = { mark: context.workspace.mark, since: startTimeNow() };
  const keys = new Keychain(context.workspace, environment, job.known_hosts);
  let early: HostKeyLine[] | null = null;
  let state: OpenState | null = null;
  try {
    const prepared = await prepare(job, keys, environment, context);
    state = await openState(job, prepared.repository, { ...context, environment });
    const workspace = { ...prepared, state: state.use };
    context.outputs.leavesState = state.use.kept;
    early = await keys.newKnownHosts();
    const adapter = adapterFor(job.app);
    const { job: allowed, notes } = withoutReserved(job);
    for (const note of notes) context.log.say(note);
    sayMaskedTests(job, context.log);
    const place = { workspace: context.workspace, saved: context.saved };
    const running = { ...context, environment, place, sweep: { ...sweep, spared: keys.agentPids } };
    const outcome = await runSteps(adapter, adapter.steps(allowed, workspace), job.phase, running);
    const stack = hasChanged(job, outcome) ? adapter.outputs?.(allowed, workspace) : null;
    if (stack) await readStackOutputs(stack, running);
    await explainFailure(outcome, state, context.log);
    if (job.drift_check && outcome !== "confirm" && outcome.result === "success")
      for (const line of describeDrift(context.reporter.drift)) context.log.note(line);
    return outcome;
  } finally {
    await keys.closeAgents();
    await killMarked(sweep);
    const now = await keys.newKnownHosts();
    await removeSecrets(context.workspace);
    await state?.close();
    await reportNewHosts(job, early ?? now, now, environment, context);
    context.reporter.endStage();
  }
}

/** Not of a task that only looks at what there is. */
const hasChanged = ({ plan_only, dry_run, drift_check, destroy }: Job, outcome: Outcome | "confirm"): boolean =>
  outcome !== "confirm" && outcome.result === "success" && !(plan_only || dry_run || drift_check || destroy);

async function explainFailure(outcome: Outcome | "confirm", state: OpenState, log: TaskLog): Promise<void> {
  if (outcome === "confirm" || outcome.result !== "error") return;
  const reason = await state.explain?.();
  if (reason) log.note(reason);
}

const baseEnvironment = ({ failed_tests }: Job, { inherited, workspace }: JobContext): Environment => ({
  ...inherited,
  HOME: workspace.home,
  TMPDIR: workspace.temp,
  [MARK_VARIABLE]: workspace.mark,
  [SUMMARY_VARIABLE]: summaryFile(workspace),
  [ARTIFACTS_VARIABLE]: artifactsFolder(workspace),
  [OUTPUT_VARIABLE]: outputFile(workspace),
  ...(failed_tests && { [FAILED_TESTS_VARIABLE]: failed_tests.filter(isWhole).join("\n") }),
});

/** A name with a masked secret is incomplete, so no test can be selected by it. */
const isWhole = (name: string): boolean => !name.includes(MASK);

function sayMaskedTests({ failed_tests = [] }: Job, log: TaskLog): void {
  const masked = failed_tests.length - failed_tests.filter(isWhole).length;
  if (masked > 0) log.note(`${masked} failed tests are not in ${FAILED_TESTS_VARIABLE}: their names contain secrets`);
}

type Prepared = Omit<PreparedWorkspace, "state">;

async function prepare(job: Job, keys: Keychain, env: Environment, context: JobContext): Promise<Prepared> {
  const { workspace, saved } = context;
  if (job.phase === "run") saved.repository = (await checkOutTemplate(job, keys, env, context)).directory;
  if (saved.repository === null) throw new TaskProblem("workspace_failed", "the checkout of the plan is gone");
  const key = job.inventory?.key;
  const prepared = {
    ...workspace,
    repository: saved.repository,
    ansible: appFamily(job.app) === "ansible" ? await prepareAnsible(job, saved.repository, keys, env, context) : null,
    inventoryRepository: await checkOutInventory(job, keys, env, context),
    agentSocket: key?.type === "ssh" ? await keys.startAgent(key) : null,
    knownHosts: keys.knownHostsFile,
  };
  const requirements = prepared.ansible?.requirements ?? [];
  await checkPaths(job, { ...prepared, requirements: requirements.map(({ file }) => file) });
  const isTerraform = appFamily(job.app) === "terraform";
  return { ...prepared, terraform: isTerraform ? await readTerraformFiles(prepared.repository, job, env) : null };
}

async function prepareAnsible(
  job: Job,
  repository: string,
  keys: Keychain,
  env: Environment,
  { dataDir, workspace }: JobContext,
): Promise<AnsibleFiles> {
  keys.layOut();
  await linkAsyncFolder(workspace.home);
  return readAnsibleFiles(repository, job, env, {
    store: requirementsStore(dataDir),
    scratch: join(workspace.directory, "requirements"),
  });
}

async function checkOutTemplate(job: Job, keys: Keychain, env: Environment, context: JobContext): Promise<Checkout> {
  const { reporter, log, workspace } = context;
  reporter.enterStage("repository", log.nextLine);
  const checkout = await checkOutRepository(job.repository, job.commit_hash, workspace.checkout, keys, env, context);
  const { commit, directory } = checkout;
  if (!commit) return checkout;
  reporter.report({ commit_hash: commit.hash, commit_message: commit.message });
  const span = { directory, since: job.previous_commit, head: commit.hash };
  const commits = await readCommits(gitIn(env, context), context.gitConfig, span);
  if (commits) reporter.report({ commits });
  return checkout;
}

async function checkOutInventory(
  job: Job,
  keys: Keychain,
  env: Environment,
  context: JobContext,
): Promise<string | null> {
  if (job.phase === "apply" || !job.inventory?.repository) return null;
  const { repository } = job.inventory;
  context.reporter.enterStage("inventory", context.log.nextLine);
  return (await checkOutRepository(repository, null, context.workspace.inventoryCheckout, keys, env, context))
    .directory;
}

async function checkOutRepository(
  repository: JobRepository,
  commitHash: string | null,
  directory: string,
  keys: Keychain,
  env: Environment,
  context: JobContext,
): Promise<Checkout> {
  const { log, mirrors, gitConfig, localFolders } = context;
  try {
    return await checkOut({
      repository,
      commitHash,
      directory,
      git: gitIn(env, context),
      gitConfig,
      localFolders,
      keys,
      mirrors,
      say: (text) => {
        // No git is running.
        void log.endOutput();
        log.say(text);
      },
    });
  } finally {
    await log.endOutput();
  }
}

const gitIn = (env: Environment, { log, stopper }: JobContext): GitContext => ({
  env,
  stopper,
  onError: (bytes) => log.write(bytes),
  silenceMs: GIT_SILENCE_MS,
});

/** `early`: what was learned before the first step. */
async function reportNewHosts(
  job: Job,
  early: HostKeyLine[],
  now: HostKeyLine[],
  environment: Environment,
  { log, reporter }: JobContext,
): Promise<void> {
  const known = new Set(early.map(knownHostsLine));
  const late = now.filter((line) => !known.has(knownHostsLine(line)));
  const { trusted, unverified } = await verifyHostKeys(job, { early, late }, environment);
  if (trusted.length > 0) reporter.report({ new_known_hosts: knownHostsText(trusted) });
  if (unverified.length === 0) return;
  const hosts = [...new Set(unverified.map(({ host }) => host))].slice(0, MAX_NAMED_HOSTS);
  log.note(notRemembered(hosts));
}
