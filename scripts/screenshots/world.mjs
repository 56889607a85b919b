import { createServer } from "node:http";
import { startProduct } from "../../bench/product.mjs";
import { connect } from "../../db/connect.ts";
import { findRunning } from "../../db/embedded.ts";
import { fillEmpty, fillOverfull, fillTypical, PASSWORD } from "./projects.mjs";
import { fillResources } from "./resources.mjs";
import { startRuns } from "./runs.mjs";
import { startTasks } from "./tasks.mjs";

const PROVIDER = {
  client_id: "signalbox",
  scopes: ["email"],
  endpoint: {
    auth: "https://login.example.com/authorize",
    token: "https://login.example.com/token",
    userinfo: "https://login.example.com/me",
  },
};
const PROVIDERS = {
  company: { ...PROVIDER, display_name: "Example Company", icon: "shield", color: "#1d4ed8" },
  github: { ...PROVIDER, display_name: "GitHub", order: 1 },
};

/** Starts the product with sample data of every kind. */
export async function startWorld() {
  const alerts = await startAlertReceiver();
  const product = await startProduct({
    SIGNALBOX_PUBLIC_URL: "https://signalbox.example.com",
    SIGNALBOX_OIDC_PROVIDERS: JSON.stringify(PROVIDERS),
    SIGNALBOX_OUTBOUND_ALLOW: "127.0.0.1",
    SIGNALBOX_ALERT_WEBHOOK_URL: `${alerts.url}/webhook`,
    SIGNALBOX_ALERT_WEBHOOK_SECRET: "signs what is sent",
    SIGNALBOX_SLACK_URL: `${alerts.url}/slack`,
  });
  const database = connect(await findRunning(product.dataDir), { max: 1 });
  const stop = async () => {
    await database.end();
    await product.stop();
    alerts.stop();
  };
  try {
    return { world: await fillWorld(product.client, database), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fillWorld(client, database) {
  const empty = await fillEmpty(client);
  const typical = await fillTypical(client, database);
  const overfull = await fillOverfull(client);
  const tasks = await startTasks(client, typical);
  const runs = await startRuns(client, typical);
  const resources = await fillResources(client, typical);
  const sessions = { bela: await openSession(client, "bela"), dana: await openSession(client, "dana") };
  const withoutTable = (table, meanwhile) => hideTable(database, table, meanwhile);
  const { url, cookie } = client;
  return { url, cookie, sessions, empty, typical, overfull, tasks, runs, resources, withoutTable };
}

async function openSession({ url }, auth) {
  const body = JSON.stringify({ auth, password: PASSWORD });
  const answer = await fetch(`${url}/api/auth/login`, { method: "POST", body });
  return answer.headers.get("set-cookie").split(";", 1)[0];
}

/** Hides a table while `meanwhile` runs: every query of it fails on the server. */
async function hideTable(database, table, meanwhile) {
  await database`alter table ${database(table)} rename to hidden`;
  try {
    await meanwhile();
  } finally {
    await database`alter table hidden rename to ${database(table)}`;
  }
}

/** Accepts alert webhooks, except Slack's. */
async function startAlertReceiver() {
  const server = createServer((request, response) => response.writeHead(request.url === "/slack" ? 503 : 204).end());
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}
