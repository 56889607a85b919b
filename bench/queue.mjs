import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProduct, until } from "./product.mjs";

const SIZES = {
  full: { tasks: 100, lines: 200_000 },
  smoke: { tasks: 8, lines: 500 },
};

/** 100 tasks at once over four templates: all finish, in order of creation within each template, none twice. */
export async function queue(form = "full") {
  const { tasks, lines } = SIZES[form];
  const folder = await mkdtemp(join(tmpdir(), "signalbox-bench-repo-"));
  for (const name of ["a.sh", "b.sh", "c.sh", "d.sh"])
    await writeFile(join(folder, name), `echo $$ >> ${folder}/ran; echo done\n`);
  await writeFile(join(folder, "flood.sh"), `seq 1 ${lines}\n`);
  const { client, stop } = await startProduct();
  try {
    const { project, templates } = await client.project(folder, "", ["a.sh", "b.sh", "c.sh", "d.sh", "flood.sh"]);
    console.table([
      await manyTasks(client, project, templates.slice(0, 4), tasks),
      await flood(client, project, templates[4], lines),
    ]);
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function manyTasks(client, project, templates, count) {
  const began = performance.now();
  const posts = Array.from({ length: count }, (_, n) =>
    client.post(`/project/${project}/tasks`, { template_id: templates[n % 4].id }),
  );
  await Promise.all(posts);
  const all = await until(async () => {
    const list = await client.get(`/project/${project}/tasks`);
    return list.every(({ end }) => end) && list;
  }, 120_000);
  const seconds = (performance.now() - began) / 1000;
  const inOrder = templates.every(({ id }) => {
    const starts = all
      .filter(({ template_id }) => template_id === id)
      .sort((a, b) => a.id - b.id)
      .map(({ start }) => start);
    return starts.every((start, n) => n === 0 || starts[n - 1] <= start);
  });
  const succeeded = all.filter(({ status }) => status === "success").length;
  return {
    what: `${count} tasks queued at once`,
    seconds: seconds.toFixed(1),
    "per second": Math.round(count / seconds),
    result: `${succeeded} succeeded, ${inOrder ? "in order" : "OUT OF ORDER"}`,
  };
}

async function flood(client, project, template, count) {
  const began = performance.now();
  const { id } = await client.post(`/project/${project}/tasks`, { template_id: template.id });
  await until(async () => (await client.get(`/project/${project}/tasks/${id}`)).end);
  const seconds = (performance.now() - began) / 1000;
  const lines = await client.get(`/project/${project}/tasks/${id}/output`);
  const numbers = lines.map(({ output }) => output).filter((output) => /^\d+$/.test(output));
  const exact = numbers.length === count && numbers.every((line, n) => line === String(n + 1));
  return {
    what: `a log of ${count} lines`,
    seconds: seconds.toFixed(1),
    "per second": Math.round(count / seconds),
    result: exact ? "every line, in order" : "LINES DIFFER",
  };
}
