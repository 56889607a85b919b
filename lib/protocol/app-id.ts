import { z } from "zod";

/** Names that are safe as an identifier in argv, paths and URLs. */
export const AppId = z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/i, "appIdInvalid");
