import { cache } from "react";
import { load } from "@/lib/operation/load";
import { getCurrentUser } from "@/lib/user/operations";

/** Who asks for the page. Loaded once per request. */
export const currentUser = cache(() => load(getCurrentUser, {}));
