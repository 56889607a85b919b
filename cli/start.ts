import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { lockDataFolder } from "@/db/cluster/data-folder-lock";
import { makeDataDir } from "@/db/cluster/place";
import type { FileLock } from "@/lib/process/file-lock";
import { localUrl, settings as readOwnSettings, type Settings } from "@/lib/settings/settings";
import { VERSION } from "@/lib/settings/version";
import type { FirstAdmin } from "@/lib/user/first-admin";
import { describeError, EXIT, type ExitCode } from "./problem";
import { fromSources, requireProgram } from "./programs";
import { writeSecretFile } from "./secret-file";
import { startChild } from "./start/child";
import { adminPasswordFile, ensureEncryptionKeys, runnerFolder, runnerTokenFile } from "./start/data-folder";
import { openDatabase } from "./start/database";
import { prepareEnvironment, runnerEnvironment, webEnvironment } from "./start/environment";
import { prepareDatabase } from "./start/prepared";
import { bold, dim, note, say, seconds, step } from "./start/progress";
import { type Service, supervise } from "./start/service";
import { listenForStop, type StopSignals, stopInOrder, untilStopped } from "./start/stop";
import { publicUrl, requireFreePorts, waitUntilReady } from "./start/web";
import { restartInTurn, startWorker } from "./start/web-workers";
import { command } from "./terminal/command";

const WEB_PATIENCE_MS = fromSources ? 1_000 : 10_000;
/** Terraform gets two minutes to save its state, in addition to the runner's drain time. */
const RUNNER_PATIENCE_MS = 130_000;

type SignIn = { username: string; password: string | null };

/** `signalbox start`: starts all services, supervises them and stops them in order. */
export const start = command({
  usage: "start",
  takes: [0, 0],
  help: `Starts everything: the database, the web process and a local runner. Ctrl-C stops them in order.

Settings, such as PORT, are environment variables: see docs/configuration.md.
`,
  options: {},
  run: startAll,
});

async function startAll(): Promise<ExitCode> {
  requireProgram("server");
  const began = performance.now();
  const settings = readOwnSettings();
  // It waits, unless it hands out connections to several web processes, and the compiler would take 3 MB for that.
  if (settings.webProcesses === 1) setFlagsFromString("--no-opt");
  const signals = listenForStop();
  // It would end this process; until the web processes run, there is nothing to restart.
  process.on("SIGUSR2", () => {});
  const services: Service[] = [];
  let hold: FileLock | undefined;
  let code: ExitCode = EXIT.success;
  try {
    makeDataDir(settings.dataDir);
    hold = await lockDataFolder(settings.dataDir, note);
    await requireFreePorts(settings);
    say(`\n  ${bold(`Signalbox ${VERSION}`)}\n`);
    const signIn = await startServices(settings, services, signals.stopped);
    printWelcome(settings, signIn, began);
    releaseMemory();
    await untilStopped(signals.stopped);
  } catch (error) {
    // Failures caused by our own shutdown are not reported.
    if (!signals.stopped.aborted) {
      process.stderr.write(`\n${describeError(error)}\n`);
      code = EXIT.failed;
    }
  }
  await endAll(services, signals);
  hold?.release();
  return code;
}

/** Adds each service as it starts, so that the caller can stop the running ones after a failure. */
async function startServices(settings: Settings, services: Service[], stopped: AbortSignal): Promise<SignIn> {
  const keys = ensureEncryptionKeys(settings);
  const database = await step(
    "Postgres",
    () => openDatabase(settings, stopped),
    ({ about }) => about,
  );
  if (database.service) services.push(database.service);
  stopped.throwIfAborted();
  const { admin, token } = await step(
    "Database schema",
    () => prepareDatabase(prepareEnvironment(settings, database.directUrl, keys), stopped),
    ({ applied }) => (applied > 0 ? `migrations applied: ${applied}` : "up to date"),
  );
  const signIn = signInOf(admin, settings);
  stopped.throwIfAborted();
  await step("Web", async () => {
    const webs = await superviseWebs(settings, database.url, keys);
    services.push(...webs);
    listenForRestart(webs, settings, stopped);
    await waitUntilReady(settings, webs, stopped);
  });
  if (token !== null) services.push(await step("Local runner", () => superviseRunner(settings, token)));
  return signIn;
}

/** Writes a generated password to a file before printing it, so that closing the terminal doesn't lose it. */
function signInOf({ created, username, password }: FirstAdmin, settings: Settings): SignIn {
  const generated = created && !settings.adminPassword ? password : null;
  if (generated) writeSecretFile(adminPasswordFile(settings), generated);
  return { username, password: generated };
}

/** A single one is a plain child; several share the port, which this process then holds. */
function superviseWebs(settings: Settings, databaseUrl: string, keys: string): Promise<Service[]> {
  const environment = webEnvironment(settings, databaseUrl, keys);
  const options = { environment, patienceMs: WEB_PATIENCE_MS };
  const { webProcesses } = settings;
  if (webProcesses === 1) {
    const begin = () => startChild({ program: "server", ...options });
    return Promise.all([supervise({ name: "Web", begin, note })]);
  }
  const names = Array.from({ length: webProcesses }, (_, index) => `Web ${index + 1}`);
  return Promise.all(names.map((name) => supervise({ name, begin: () => startWorker(options), note })));
}

/** `npm run dev` sends a message when server sources have changed; SIGUSR2 asks for a restart without an interruption. */
function listenForRestart(webs: readonly Service[], { port }: Settings, stopped: AbortSignal): void {
  if (fromSources)
    process.on("message", (message) => {
      if (message === "restart web") for (const web of webs) web.restart();
    });
  let isRestarting = false;
  process.on("SIGUSR2", async () => {
    if (webs.length === 1) webs[0]?.restart();
    if (isRestarting || webs.length === 1) return;
    isRestarting = true;
    const isDone = await restartInTurn(webs, port, stopped);
    if (isDone) note("Web processes restarted");
    isRestarting = false;
  });
}

async function superviseRunner(settings: Settings, token: string): Promise<Service> {
  const patienceMs = RUNNER_PATIENCE_MS + settings.runnerDrainMs;
  writeSecretFile(runnerTokenFile(settings), token);
  const environment = runnerEnvironment(
    settings,
    localUrl(settings),
    runnerFolder(settings),
    runnerTokenFile(settings),
  );
  const begin = () => startChild({ program: "runner", environment, patienceMs });
  return await supervise({ name: "Local runner", begin, note });
}

function printWelcome(settings: Settings, { username, password }: SignIn, began: number): void {
  const file = adminPasswordFile(settings);
  const lines = [`  Ready in ${seconds(began)} s at ${bold(publicUrl(settings))}`];
  if (password)
    lines.push(`  Sign in as ${bold(username)} with the password ${bold(password)}`, dim(`  (kept in ${file})`));
  else if (settings.adminPassword)
    lines.push(`  Sign in as ${bold(settings.adminUsername)}; the first password is SIGNALBOX_ADMIN_PASSWORD`);
  else if (existsSync(file)) lines.push(`  Sign in as ${bold(username)}; the first password is in ${file}`);
  say(`\n${lines.join("\n")}\n  Press Ctrl-C to stop.\n`);
}

/** A supervisor that has started everything allocates nothing any more, so that V8 would never collect what the start took. */
function releaseMemory(): void {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  // Later, because the caller's variables are still in use.
  setTimeout(collect);
}

async function endAll(services: readonly Service[], signals: StopSignals): Promise<void> {
  if (services.length === 0) return;
  say("\n  Stopping");
  await step("Stopped", () => stopInOrder(services, signals.forced));
}
