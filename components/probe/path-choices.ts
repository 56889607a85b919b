import { appFamily } from "@/lib/protocol/app";

/** What the field of an application names: a file with one of the endings, or a folder that contains one. */
type Wanted = { endings: string[]; folder: boolean };

const FILES: ReadonlyMap<string, string[]> = new Map([
  ["bash", [".sh", ".bash"]],
  ["python", [".py"]],
  ["powershell", [".ps1"]],
]);

function wantedBy(app: string): Wanted {
  switch (appFamily(app)) {
    case "ansible":
      return { endings: [".yml", ".yaml"], folder: false };
    case "terraform":
      return { endings: [".tf", ".tofu", ".tf.json"], folder: true };
    case "pulumi":
      return { endings: ["Pulumi.yaml", "Pulumi.yml"], folder: true };
    case "shell":
      return { endings: FILES.get(app) ?? [""], folder: false };
  }
}

const MOST = 100;

/** The paths to choose from, at most a hundred: those that fit the application, or any if none of them has the text. */
export function pathChoices(app: string, paths: string[], query: string): string[] {
  const { endings, folder } = wantedBy(app);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isSought = (path: string) => words.every((word) => path.toLowerCase().includes(word));
  const named = (all: string[]) => (folder ? [...new Set(all.map(folderOf))] : all).filter(isSought);
  const fitting = named(paths.filter((path) => endings.some((ending) => path.endsWith(ending))));
  return (fitting.length > 0 ? fitting : named(paths)).slice(0, MOST);
}

/** "" is the root of the repository. */
const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 0));
