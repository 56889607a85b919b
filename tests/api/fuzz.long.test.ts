import { vi } from "vitest";
import { fuzzAll } from "./support/fuzz-all";
import { Site } from "./support/site";

// The route of a state's tool has hundreds of requests, and each that succeeds stores a version.
vi.setConfig({ testTimeout: 300_000 });

fuzzAll(await Site.open(), 1, Number.POSITIVE_INFINITY);
