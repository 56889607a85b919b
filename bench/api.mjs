import { Agent, request } from "node:http";
import { median, percentile, startProduct } from "./product.mjs";

const CONNECTIONS = [1, 10, 50];
const SIZES = {
  full: { warmUpMs: 1_500, measureMs: 5_000, templates: 200 },
  smoke: { warmUpMs: 50, measureMs: 200, templates: 4 },
};
const TASKS_OF_EACH = 2;

/** Throughput and latency of the routes that screens and scripts call most. No runner is active meanwhile. */
export async function api(form = "full") {
  const size = SIZES[form];
  const { client, stop } = await startProduct({ SIGNALBOX_LOCAL_RUNNER: "off", SIGNALBOX_LOG_LEVEL: "warn" });
  try {
    const { project, template } = await fillBusyProject(client, size.templates);
    const routes = [
      { name: `GET templates (${size.templates} of them)`, path: `/project/${project}/templates` },
      { name: "GET tasks/last (at most 200)", path: `/project/${project}/tasks/last` },
      { name: "GET role", path: `/project/${project}/role` },
      { name: "POST tasks", path: `/project/${project}/tasks`, body: { template_id: template } },
    ];
    const rows = [];
    for (const route of routes)
      for (const connections of CONNECTIONS) rows.push(await measure(client, route, connections, size));
    console.table(rows);
  } finally {
    await stop();
  }
}

/** A project like a busy installation's: every template has run, and its tasks are stopped. */
export async function fillBusyProject(client, count) {
  const scripts = Array.from({ length: count }, (_, n) => `script-${n}.sh`);
  const { project, templates } = await client.project("/srv/none", "", scripts);
  for (const { id: template_id } of templates) {
    for (let n = 0; n < TASKS_OF_EACH; n++) await client.post(`/project/${project}/tasks`, { template_id });
    await client.post(`/project/${project}/templates/${template_id}/stop_all_tasks`);
  }
  return { project, template: templates[0].id };
}

async function measure(client, { name, path, body }, connections, { warmUpMs, measureMs }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = () => timed(client, agent, path, body);
  await load(send, connections, warmUpMs);
  const began = performance.now();
  const times = await load(send, connections, measureMs);
  const rate = (times.length / (performance.now() - began)) * 1000;
  agent.destroy();
  return {
    route: name,
    connections,
    "median ms": median(times).toFixed(1),
    "p99 ms": percentile(times, 99).toFixed(1),
    "a second": Math.round(rate),
  };
}

/** Each connection sends one request after another; resolves with the milliseconds of each. */
async function load(send, connections, ms) {
  const until = performance.now() + ms;
  const times = [];
  const one = async () => {
    while (performance.now() < until) times.push(await send());
  };
  await Promise.all(Array.from({ length: connections }, one));
  return times;
}

/** Uses node:http, because fetch costs the client more than the response costs the server. */
function timed(client, agent, path, body) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const options = { agent, method: body ? "POST" : "GET", headers: { cookie: client.cookie } };
    const sent = request(`${client.url}/api${path}`, options, (response) => {
      response.resume();
      response.once("end", () => {
        if (response.statusCode < 300) resolve(performance.now() - began);
        else reject(new Error(`${path}: ${response.statusCode}`));
      });
    });
    sent.once("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}
