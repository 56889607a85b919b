import { cache } from "react";
import { load } from "@/lib/operation/load";
import { listProjects } from "@/lib/project/operations";
import { getCurrentUser } from "@/lib/user/operations";

/** Who asks for the page. Loaded once per request, as are the projects. */
export const currentUser = cache(() => load(getCurrentUser, {}));

/** The projects that the user may open, by name. */
export const openProjects = cache(() => load(listProjects, {}));
