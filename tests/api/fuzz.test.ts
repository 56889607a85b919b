import { fuzzAll } from "./support/fuzz-all";
import { Site } from "./support/site";

/** SIGNALBOX_TEST_SEED repeats the requests of a failed run. */
const SEED = Number(process.env.SIGNALBOX_TEST_SEED ?? 20_261_120);

fuzzAll(await Site.open(), SEED, 10);
