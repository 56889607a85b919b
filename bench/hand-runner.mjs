import { randomUUID } from "node:crypto";

/** A runner reduced to the protocol, of a tag of its own if one is given. */
export async function newRunner(client, tag = "") {
  const { token } = await client.post("/runners", { name: "bench", tag, max_parallel_tasks: 0, active: true });
  const instance_id = randomUUID();
  const ask = async (path, body) => {
    const response = await fetch(`${client.url}/api/internal/runners${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-runner-token": token },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const about = { protocol: 1, version: "bench", hostname: "bench", tools: { bash: "5" } };
  await ask("/hello", { ...about, instance_id, attempts: [] });
  return {
    claim: async () => (await ask("/poll", { instance_id, free: 1, attempts: [] })).tasks[0],
    begin: ({ task_id, attempt }) => ask(`/tasks/${task_id}/begin`, { attempt, instance_id, phase: "run" }),
    events: ({ task_id, attempt }, chunk) => ask(`/tasks/${task_id}/events`, { attempt, ...chunk }),
    finish: ({ task_id, attempt }, more = {}) => ask(`/tasks/${task_id}/finish`, { attempt, ...SUCCESS, ...more }),
  };
}

const SUCCESS = { result: "success", reason: null, exit_code: 0, total_lines: 0, checksum: 0 };
