import { Agent, request } from "node:http";
import { fillBusyProject } from "./api.mjs";
import { copyRow, withDatabase } from "./filling.mjs";
import { spent } from "./processor.mjs";
import { startProduct } from "./product.mjs";

const TEMPLATES = 200;
const EVENTS = 1_000;
const WARM_UP = 150;
const REQUESTS = 300;

/** What a list costs the web process and Postgres: processor time of one request after another, which hardly depends on load. */
export async function reads() {
  const product = await startProduct({ SIGNALBOX_LOCAL_RUNNER: "off", SIGNALBOX_LOG_LEVEL: "warn" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const { project } = await fillBusyProject(product.client, TEMPLATES);
    await addEvents(product.dataDir, project);
    const rows = [];
    for (const path of ["role", "tasks/last", "tasks", "templates", `events?limit=${EVENTS}`])
      rows.push(await measure(product, agent, `/project/${project}/${path}`));
    console.table(rows);
  } finally {
    agent.destroy();
    await product.stop();
  }
}

const addEvents = (dataDir, project) =>
  withDatabase(dataDir, async (sql) => {
    const [event] = await sql`
      select id from events where project_id = ${project} and object_type = 'task' order by id limit 1`;
    await copyRow(sql, "events", event.id, EVENTS, sql`'object_id', n`);
    await sql`vacuum analyze`;
  });

async function measure({ client, pid }, agent, path) {
  const send = () => get(client, agent, path);
  const repeat = async (times) => {
    for (let n = 0; n < times; n++) await send();
  };
  await repeat(WARM_UP);
  const { web, db } = await spent(pid, () => repeat(REQUESTS));
  return {
    path: path.split("/").slice(3).join("/"),
    rows: await send(),
    "web ms": each(web),
    "Postgres ms": each(db),
    "together ms": each(web + db),
  };
}

const each = (ms) => Math.round((ms / REQUESTS) * 100) / 100;

/** Resolves with the number of rows. */
function get(client, agent, path) {
  return new Promise((resolve, reject) => {
    const sent = request(`${client.url}/api${path}`, { agent, headers: { cookie: client.cookie } }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.once("end", () => {
        if (response.statusCode === 200) resolve(JSON.parse(Buffer.concat(parts)).length);
        else reject(new Error(`${path}: ${response.statusCode}`));
      });
    });
    sent.once("error", reject);
    sent.end();
  });
}
