import { beforeAll, describe, expect, it } from "vitest";
import { FAMILIES, ONLY_FUZZED } from "../cases/families";
import { fuzz } from "./fuzz";
import type { Place, Site } from "./site";

/** Fuzzes every route with at most `most` requests each. The seed determines which ones and their order. */
export function fuzzAll(site: Site, seed: number, most: number): void {
  describe.each(Object.entries({ ...FAMILIES, ...ONLY_FUZZED }))(
    `invalid requests to %s (seed ${seed})`,
    (family, cases) => {
      let place: Place;
      beforeAll(async () => {
        place = await site.newPlace(family);
      });
      it.each(cases)("$route never fails, describes the error and writes nothing", async (route) => {
        const offences = await fuzz(place, route, seed, most);
        expect(offences).toEqual([]);
      });
    },
  );
}
