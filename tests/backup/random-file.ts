import type { BackupDocument } from "@/lib/backup/document";
import { fitsApp, INVENTORY_TYPES } from "@/lib/inventory/rules";
import { plansFirst } from "@/lib/protocol/app";
import type { Launch } from "@/lib/template/rules/launch";
import { launchFlags } from "@/lib/template/rules/launch-flags";
import type { AnyFile } from "./files";

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const LETTERS = ["a", "B", "z", "0", " ", "-", ".", "é", "ß", "日", "😀", '"', "'", "<", "&", "\\", "\n", "%", "{"];

const launched = (launch: Launch) => ({ launch, ...launchFlags(launch) });

/** Fields of entries that hold names, their own and others. */
const NAME_FIELDS = new Set([
  ...["name", "title", "ssh_key", "become_key", "vault_key", "auth_secret", "inventory", "repository"],
  ...["environment", "environments", "view", "build_template", "template"],
]);

/** The file with spaces around its names. Those of a name and of what refers to it may differ. */
export function withSpaces(file: object, seed: number): AnyFile {
  const roll = dice(seed * 104_729);
  const space = () => ["", "", " ", "  ", "\t", "\n"][Math.floor(roll() * 6)];
  const spaced = (value: unknown): unknown => {
    if (typeof value === "string") return space() + value + space();
    return Array.isArray(value) ? value.map(spaced) : value;
  };
  const inEntry = (entry: object, list: string): object =>
    Object.fromEntries(
      Object.entries(entry).map(([field, value]) => {
        if (field === "vaults" || field === "matchers" || field === "extract_values")
          return [field, value.map((part: object) => inEntry(part, field))];
        // The contents of an inventory.
        const isName = NAME_FIELDS.has(field) && !(list === "inventories" && field === "inventory");
        return [field, isName ? spaced(value) : value];
      }),
    );
  const lists = Object.entries(file).map(([list, value]) => {
    if (list === "meta") return [list, inEntry(value, list)];
    const isEntries = Array.isArray(value) && list !== "integration_aliases";
    return [list, isEntries ? value.map((entry: object) => inEntry(entry, list)) : value];
  });
  return Object.fromEntries(lists);
}

/** A random file as an export writes it: every field is there, and lists stand in its order. */
export function randomFile(seed: number): BackupDocument {
  const roll = dice(seed);
  const below = (limit: number) => Math.floor(roll() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const maybe = <Item>(make: () => Item): Item | null => (roll() < 0.5 ? make() : null);
  const flag = () => roll() < 0.5;
  const word = (length = 12) => Array.from({ length: 1 + below(length) }, () => pick(LETTERS)).join("");
  /** A name, as it is stored. */
  const title = () => word().trim();
  const many = <Item>(limit: number, make: (index: number) => Item) =>
    Array.from({ length: below(limit + 1) }, (_, index) => make(index));
  /** Names that no two of the list share, in the order of an export. */
  const names = (limit: number, least = 0) =>
    [...new Set(Array.from({ length: least + below(limit) }, (_, index) => `${title()}${index}`))].sort();

  const passwords = names(4, 1).map((name) => ({ name: `p${name}`, type: "login_password" as const }));
  const others = names(4, 1).map((name) => ({ name: `o${name}`, type: pick(["ssh", "none"] as const) }));
  const keys = [...others, ...passwords];
  const anyKey = () => pick(keys).name;
  const password = () => pick(passwords).name;
  const repositories = names(4, 1).map((name) => ({
    name,
    git_url: pick(["https://example.com/a.git", "git@example.com:b.git", "ssh://git@example.com/c.git"]),
    git_branch: pick(["main", "release/1.x"]),
    ssh_key: anyKey(),
  }));
  const repository = () => pick(repositories).name;
  const inventories = names(5, 2).map((name, index) => {
    const type = (["static", "tofu-workspace"] as const)[index] ?? pick(INVENTORY_TYPES);
    const inventory = type.startsWith("static") ? word(200) : type === "file" ? "inv/hosts" : "default";
    return {
      name,
      type,
      inventory,
      ssh_key: maybe(anyKey),
      become_key: maybe(anyKey),
      repository: type === "file" ? maybe(repository) : null,
    };
  });
  const inventoryFor = (app: string) => pick(inventories.filter(({ type }) => fitsApp(type, app))).name;
  const environments = names(4).map((name) => ({
    name,
    json: JSON.stringify({ [`v${below(9)}`]: pick([1, true, word(), [word()]]) }),
    env: maybe(() => JSON.stringify({ [`E${below(9)}`]: word() })),
    secrets: many(3, (index) => ({ type: pick(["var", "env"] as const), name: `S${index}` })),
  }));
  const views = names(4).map((title) => ({ title, position: below(100) }));
  const builds = names(3, 1).map((name) => `build ${name}`);
  const application = () => {
    const app = pick(["ansible", "terraform", "tofu", "bash", "python", "pulumi"]);
    const init_arguments = app === "tofu" ? JSON.stringify([word()]) : null;
    return { app, init_arguments, stack: app === "pulumi" ? pick(["", "prod"]) : "" };
  };
  const approving = <Of extends { app: string }>(of: Of) => {
    const auto_approve = flag();
    const { task_params, ...launch } = launched(
      pick([{}, { arguments: "ask" }, { limit: "allowed", destroy: "fixed" }] as const),
    );
    const echoed = auto_approve && plansFirst(of.app) ? { auto_approve } : {};
    return { ...of, ...launch, auto_approve, task_params: { ...task_params, ...echoed } };
  };
  const template = (name: string, type: "" | "build" | "deploy", chosen = application()) => ({
    name,
    type,
    ...approving(chosen),
    playbook: pick(["site.yml", "deep/run.sh"]),
    arguments: maybe(() => JSON.stringify(many(3, () => word()))),
    description: maybe(() => word(300)),
    start_version: type === "build" ? "1.0.0" : null,
    autorun: flag(),
    git_branch: maybe(() => "feature/x"),
    suppress_success_alerts: flag(),
    allow_parallel_tasks: flag(),
    runner_tag: pick(["", "gpu"]),
    timeout_seconds: below(1000),
    always_ask: flag(),
    labels: many(2, (index) => `label ${index}`),
    graph: null,
    survey_vars: many(3, (index) => ({
      name: `var_${index}`,
      title: `t${word()}`,
      required: flag(),
      type: pick(["", "int", "secret", "string"] as const),
      description: word(),
      values: null,
    })),
    vaults: many(3, (index) => ({
      name: index === 0 ? null : `v${index}`,
      type: "password" as const,
      script: null,
      vault_key: password(),
    })),
    inventory: inventoryFor(chosen.app),
    repository: repository(),
    ...someEnvironments(),
    view: views.length > 0 ? maybe(() => pick(views).title) : null,
    build_template: type === "deploy" ? pick(builds) : null,
    state_of: null as string | null,
    cron: null as string | null,
  });
  const someEnvironments = () => {
    const all = environments.filter(() => flag()).map(({ name }) => name);
    return { environment: all[0] ?? null, environments: all };
  };
  const templates = [
    ...builds.map((name) => template(name, "build")),
    ...names(4).map((name) => template(`deploy ${name}`, "deploy")),
    ...names(4).map((name) => template(`plain ${name}`, "")),
  ];
  const target = () => {
    const { name, app } = pick(templates);
    return { template: name, inventory: maybe(() => inventoryFor(app)) };
  };
  const schedules = many(6, () => {
    const once = roll() < 0.2;
    return {
      name: title(),
      cron_format: once ? "" : pick(["*/5 * * * *", "@daily", "@every 1h30m", "TZ=Europe/Berlin 0 3 * * 1-5"]),
      timezone: maybe(() => pick(["America/New_York", "Australia/Lord_Howe"])),
      run_at: once ? pick(["2020-01-02T03:04:05Z", "2199-01-02T03:04:05Z"]) : null,
      active: flag(),
      overlap: pick(["queue", "skip"] as const),
      mode: pick(["run", "check"] as const),
      ...target(),
      repository: once ? null : maybe(repository),
      environment: environments.length > 0 ? maybe(() => pick(environments).name) : null,
      task_params: {
        message: word(),
        debug: flag(),
        dry_run: flag(),
        diff: flag(),
        playbook: "",
        environment: maybe(() => JSON.stringify({ var_0: word() })) ?? "",
        secret_names: [],
        limit: pick(["", "web"]),
        arguments: maybe(() => JSON.stringify([word()])),
        git_branch: pick(["", "main"]),
        commit_hash: pick(["", "0123456789abcdef"]),
        params: maybe(() => ({ plan: true, tags: word() })) ?? {},
      },
    };
  });
  for (const entry of templates) {
    const first = schedules.find(
      (schedule) => schedule.template === entry.name && schedule.cron_format !== "" && schedule.mode === "run",
    );
    entry.cron = first?.cron_format ?? null;
  }
  const alias = (index: number) => `random-alias-${seed}-${index}-${below(1_000_000)}`;
  return {
    meta: {
      name: `p${title()}`,
      alert: flag(),
      alert_chat: maybe(() => `c${word()}`),
      max_parallel_tasks: below(9),
      type: "",
    },
    keys,
    repositories,
    inventories,
    environments,
    views,
    templates,
    schedules,
    integrations: names(3).map((name, index) => ({
      name: `i${index} ${name}`,
      auth_method: pick(["", "github", "token", "hmac"] as const),
      auth_header: pick(["", "X-Signature"]),
      searchable: flag(),
      accept_get: flag(),
      ...target(),
      auth_secret: maybe(password),
      environment: environments.length > 0 ? maybe(() => pick(environments).name) : null,
      task_params: maybe(() => ({ debug: flag(), message: word(), environment: JSON.stringify({ a: word() }) })) ?? {},
      aliases: many(2, (at) => alias(10 * (index + 1) + at)),
      matchers: many(3, (at) => ({
        name: `m${at}${title()}`,
        match_type: pick(["header", "body"] as const),
        method: pick(["equals", "unequals", "contains"] as const),
        body_data_type: pick(["json", "string"] as const),
        key: `k${word()}`,
        value: `v${word()}`,
      })),
      extract_values: many(3, (at) => ({
        name: `x${at}${title()}`,
        value_source: pick(["header", "body"] as const),
        body_data_type: pick(["json", "string"] as const),
        key: `k${word()}`,
        variable: `var_${at}`,
      })),
    })),
    integration_aliases: many(2, alias),
  };
}
