import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { type Database, openDatabase } from "@/db/client";
import { NAME } from "@/db/cluster/create";
import { onlyRow } from "@/db/only-row";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { createEnvironment } from "@/lib/environment/operations";
import { insertRepository } from "@/lib/repository/store";
import { hashToken, randomToken } from "@/lib/secret/token";
import { createTemplate } from "@/lib/template/operations";
import { findProgram } from "@/runner/process/environment";
import { Balancer } from "../support/balancer";
import { freePort } from "../support/listen";
import { resources } from "../support/resources";
import { type World, world } from "../support/world";
import { Api } from "./api";
import { SECRET_VARIABLE, writeCanaryScript } from "./canary";
import { watchChanges } from "./changes";
import { ChaosDatabase } from "./database";
import { FaultProxy } from "./fault-proxy";
import { Service } from "./service";
import { type StateTemplate, stateTemplates } from "./states";
import { streamTemplate } from "./streams";
import { workflowTemplate } from "./workflows";

export const CAPS = { project: 3, runner: 2 };
/** Long enough that a frozen and disconnected runner wakes up in time to stop its tasks before they are given up. */
export const LOST_AFTER_SECONDS = 20;

type Runner = { id: number; dataDir: string; service: Service; proxy: FaultProxy };
type Template = { id: number; parallel: boolean };

/** Postgres, web nodes behind a balancer and two runners, each connected through a proxy, with a project of canaries. */
export type Site = {
  folder: string;
  /** Folder of the canaries' script and files. */
  canaries: string;
  secret: string;
  database: ChaosDatabase;
  databaseProxy: FaultProxy;
  webs: Service[];
  runners: [Runner, Runner];
  templates: Template[];
  /** Empty where the machine has no terraform. */
  stateTemplates: StateTemplate[];
  /** Null where the machine has no ansible. */
  streamTemplate: number | null;
  /** The template of a workflow. */
  workflow: number;
  api: Api;
  /** A separate connection from the product's, for the evidence. */
  db: Database;
  /** `keep` preserves the folder with all logs. */
  stop: (how: { keep: boolean }) => Promise<void>;
};

/** `lostAfterSeconds` is the silence after which the console gives up a runner; it stops its tasks after half of that. */
export async function startSite(nodes: number, { lostAfterSeconds = LOST_AFTER_SECONDS } = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-chaos-"));
  const canaries = join(folder, "canaries");
  mkdirSync(join(canaries, "beside"), { recursive: true });
  writeCanaryScript(canaries);
  const secret = `canary-secret-${randomToken().slice(0, 24)}`;
  const database = new ChaosDatabase();
  await database.start();
  const db = openDatabase(database.url, { max: 4 });
  await watchChanges(db);
  const ports = await Promise.all(Array.from({ length: nodes }, freePort));
  const balancer = await Balancer.start(ports);
  const { port } = balancer;
  const databaseProxy = await FaultProxy.start(database.socket);
  const webs = ports.map((own, index) => {
    const log = join(folder, index === 0 ? "web.log" : `web-${index + 1}.log`);
    return new Service("dist/server.mjs", webSettings(own, databaseProxy.port, lostAfterSeconds), log);
  });
  const w = await world(db);
  const templates = await canaryTemplates(w, canaries, secret);
  const has = (tool: string) => findProgram(tool, { PATH: process.env.PATH ?? "" }, folder) !== null;
  const ofStates = (await has("terraform")) ? await stateTemplates(w, folder, join(canaries, "beside")) : [];
  const ofStreams = (await has("ansible-playbook")) ? await streamTemplate(w, folder) : null;
  const workflow = await workflowTemplate(w, canaries);
  for (const web of webs) web.start();
  const both = [await startRunner(db, folder, port, 1), await startRunner(db, folder, port, 2)] as [Runner, Runner];
  return {
    folder,
    canaries,
    secret,
    database,
    databaseProxy,
    db,
    webs,
    templates,
    stateTemplates: ofStates,
    workflow,
    streamTemplate: ofStreams,
    runners: both,
    api: new Api(`http://127.0.0.1:${port}`, w.sessionIds.owner, w.projectId),
    async stop({ keep }) {
      for (const { service, proxy } of both) {
        service.signal("SIGCONT");
        proxy.set("pass");
        await service.end("SIGKILL");
        await proxy.close();
      }
      for (const web of webs) {
        web.signal("SIGCONT");
        await web.end("SIGKILL");
      }
      await balancer.close();
      await databaseProxy.close();
      await db.close();
      await database.stop();
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const webSettings = (port: number, databasePort: number, lostAfterSeconds: number) => ({
  PORT: String(port),
  HOST: "127.0.0.1",
  DATABASE_URL: `postgres://${NAME}@127.0.0.1:${databasePort}/${NAME}`,
  SIGNALBOX_ENCRYPTION_KEYS: process.env.SIGNALBOX_ENCRYPTION_KEYS ?? "",
  SIGNALBOX_RUNNER_LOST_AFTER: `${lostAfterSeconds}s`,
  SIGNALBOX_LOG_LEVEL: "warn",
});

async function startRunner(db: Database, folder: string, port: number, number: number): Promise<Runner> {
  const token = randomToken();
  const values = { name: `chaos ${number}`, token_hash: hashToken(token), max_parallel_tasks: CAPS.runner };
  const row = onlyRow(await db.insert(runners).values(values).returning({ id: runners.id }));
  const proxy = await FaultProxy.start(port);
  const dataDir = join(folder, `runner-${number}`);
  const settings = {
    SIGNALBOX_URL: proxy.url,
    SIGNALBOX_RUNNER_TOKEN: token,
    SIGNALBOX_RUNNER_DATA_DIR: dataDir,
  };
  const service = new Service("dist/runner.mjs", settings, join(folder, `runner-${number}.log`));
  service.start();
  return { id: row.id, dataDir, service, proxy };
}

/** Two templates that run one task at a time, and one that runs many. */
async function canaryTemplates(w: World, folder: string, secret: string): Promise<Template[]> {
  const project = { projectId: w.projectId };
  await w.db.update(projects).set({ max_parallel_tasks: CAPS.project }).where(eq(projects.id, w.projectId));
  const { keyId } = await resources(w.db, w.projectId);
  const repository = { name: "canaries", git_url: folder, git_branch: "", ssh_key_id: keyId };
  const { id: repository_id } = await insertRepository(w.db, w.projectId, repository);
  const secrets = [{ type: "env", name: SECRET_VARIABLE, secret, operation: "create" }];
  const environment = { name: "canaries", json: "{}", env: "{}", secrets };
  const { id: environment_id } = await w.call(createEnvironment, "owner", project, environment);
  const common = { app: "bash", playbook: "canary.sh", repository_id, environment_id };
  const made: Template[] = [];
  for (const parallel of [false, false, true]) {
    const input = { ...common, name: `canary ${made.length}`, allow_parallel_tasks: parallel };
    made.push({ id: (await w.call(createTemplate, "owner", project, input)).id, parallel });
  }
  return made;
}
