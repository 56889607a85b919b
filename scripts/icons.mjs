import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ours = fileURLToPath(new URL("../components/ui/lucide-icon.tsx", import.meta.url));

/** A loader of the build: our component instead of lucide-react's, for all of its icons. */
export default function loadIcon() {
  return `export { default } from ${JSON.stringify(relative(dirname(this.resourcePath), ours))};`;
}
