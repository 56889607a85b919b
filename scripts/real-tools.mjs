import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./ensure.mjs";
import { takeTurn } from "./turn.mjs";

/**
 * Tools without a Debian package, built from their Go modules. `stamp` is the version variable that their releases set
 * at link time. Pulumi looks for its YAML language program next to its own.
 */
const TOOLS = [
  {
    name: "tofu",
    module: "github.com/opentofu/opentofu",
    version: "v1.10.10",
    from: "./cmd/tofu",
    stamp: "github.com/opentofu/opentofu/version.dev=no",
  },
  {
    name: "pulumi",
    module: "github.com/pulumi/pulumi/pkg/v3",
    version: "v3.200.0",
    from: "./cmd/pulumi",
    stamp: "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v3.200.0",
  },
  {
    name: "pulumi-language-yaml",
    module: "github.com/pulumi/pulumi-yaml",
    version: "v1.25.0",
    from: "./cmd/pulumi-language-yaml",
  },
  // A provider of ours, built within Pulumi's module.
  {
    name: "pulumi-resource-demo",
    module: "github.com/pulumi/pulumi/pkg/v3",
    version: "v3.200.0",
    from: "./cmd/pulumi-resource-demo",
    source: "tests/support/pulumi-resource-demo.go",
  },
  // A provider whose resources can drift.
  {
    name: "terraform-provider-local",
    module: "github.com/terraform-providers/terraform-provider-local",
    version: "v1.4.0",
    from: ".",
  },
];

/** Cached outside of the checkout, because builds take minutes. */
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "signalbox-tools");

/** The checksum database lists no checksums for Pulumi's nested modules. */
const GO_ENVIRONMENT = { GOFLAGS: "-buildvcs=false -mod=mod", GONOSUMDB: "github.com/pulumi/*" };

/**
 * Builds the missing tools one by one at low priority. Prints the folder to add to PATH; the exit code is 1 when a tool
 * could not be built.
 */
async function buildRealTools() {
  const folder = join(CACHE, "bin");
  mkdirSync(folder, { recursive: true });
  // Several test files ask at once.
  const release = await takeTurn(CACHE);
  const problems = TOOLS.flatMap((tool) => {
    try {
      buildOnce(tool, folder);
      return [];
    } catch (error) {
      return [`${tool.name} ${tool.version}: ${error.message}`];
    }
  });
  release();
  return { folder, problems };
}

function buildOnce(tool, folder) {
  const built = join(CACHE, [tool.name, tool.version, ...(tool.source ? [hashOf(tool.source)] : [])].join("-"));
  if (!existsSync(built)) {
    console.error(`Building ${tool.name} ${tool.version} from its Go module; this takes minutes, once.`);
    build(tool, built);
  }
  place(built, join(folder, tool.name));
}

const hashOf = (file) =>
  createHash("sha256")
    .update(readFileSync(join(root, file)))
    .digest("hex")
    .slice(0, 12);

/** In one step: another test file may place or run the same tool at this moment. */
function place(from, path) {
  const whole = `${path}.${process.pid}`;
  cpSync(from, whole);
  renameSync(whole, path);
}

/** In a copy of the module, because `go install` rejects modules whose go.mod replaces others by folders. */
function build({ module, version, from, stamp, source: own }, built) {
  const workFolder = mkdtempSync(join(tmpdir(), "signalbox-tools-"));
  try {
    const { Dir } = JSON.parse(go(["mod", "download", "-json", `${module}@${version}`], workFolder));
    const source = join(workFolder, "source");
    cpSync(Dir, source, { recursive: true });
    run("chmod", ["-R", "u+w", source], workFolder);
    if (own) cpSync(join(root, own), join(source, from, "main.go"));
    dropLocalReplacements(join(source, "go.mod"));
    go(
      ["build", "-trimpath", ...(stamp ? ["-ldflags", `-X ${stamp}`] : []), "-o", join(workFolder, "program"), from],
      source,
    );
    place(join(workFolder, "program"), built);
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

function dropLocalReplacements(path) {
  const kept = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => !/=>\s*\.{1,2}\//.test(line));
  writeFileSync(path, kept.join("\n"));
}

const go = (args, cwd) => run("nice", ["-n", "19", "go", ...args], cwd);

function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...GO_ENVIRONMENT },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${args.slice(2).join(" ")} failed: ${lastLine(stderr || stdout)}`);
  return stdout;
}

const lastLine = (text) => text.trim().split("\n").at(-1);

const { folder, problems } = await buildRealTools();
for (const problem of problems) console.error(problem);
console.log(folder);
process.exitCode = problems.length === 0 ? 0 : 1;
