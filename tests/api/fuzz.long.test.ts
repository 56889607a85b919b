import { fuzzAll } from "./support/fuzz-all";
import { Site } from "./support/site";

fuzzAll(await Site.open(), 1, Number.POSITIVE_INFINITY);
