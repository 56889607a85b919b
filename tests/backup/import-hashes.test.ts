import { expect, it } from "vitest";
import { hashesOf, hashOf } from "@/lib/backup/import/fields";
import { type Part, resourcesOf, startersOf } from "@/lib/backup/restore/entries";
import type { FindId } from "@/lib/backup/rules/kinds";
import { BackupFile } from "@/lib/backup/schema";
import { fullFile } from "./files";

const { templates, ...rest } = fullFile();
const exported = {
  name: "Exported",
  app: "bash",
  playbook: "run.sh",
  repository: "Code",
  environment: "Live",
  environments: ["Live"],
  vaults: [{ name: "Prod", type: "password", vault_key: "Vault" }],
  allow_parallel_tasks: false,
  runner_tag: "",
  timeout_seconds: 0,
};
const nightly = { name: "Nightly", template: "Build", cron_format: "0 3 * * *", active: true, task_params: {} };

const find: FindId = (_, name) => (name === null ? null : 7);
const digestOf = ({ list, name, input }: Part) => [`${list} ${name}`, hashOf(hashesOf(list, input(find))).slice(0, 12)];

// Projects remember them: with others, importing the same file again would report changes that nobody made.
it("the fields of a file hash as in every version before", () => {
  const file = BackupFile.parse({ ...rest, templates: [...templates, exported], schedules: [nightly] });
  expect(Object.fromEntries([...resourcesOf(file), ...startersOf(file)].map(digestOf))).toEqual({
    "environments Live": "hzdAMRUBYgi_",
    "views Web": "EjKrZ2WNBpTM",
    "keys None": "mZ9YeUXrEqzS",
    "keys Deploy": "-Tjr6dDbSDNR",
    "keys Vault": "Rsxci7EidE53",
    "repositories Code": "9Ta9y6Us5QIG",
    "inventories Hosts": "mZ1abhxNuu0T",
    "inventories Space": "qPgQeD-zytUW",
    "templates Build": "VeBaPBeBGPOV",
    "templates Infra": "RDz57IHKGL2w",
    "templates Exported": "C38ymkbWF401",
    "templates Deploy": "plGd1ahkfxJp",
    "templates Promote": "_HISBu3jlQQq",
    "schedules Nightly": "_ShpHzFZuVBg",
    "integrations Pushes": "ECCBmOy-xaBr",
  });
});
