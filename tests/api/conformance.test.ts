import { FAMILIES } from "./cases/families";
import { conforms } from "./support/conform";
import { Site } from "./support/site";

const site = await Site.open();

for (const [family, cases] of Object.entries(FAMILIES)) conforms(family, site, cases);
