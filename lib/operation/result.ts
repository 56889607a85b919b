/** What went wrong, in the reader's language. `fields` holds texts by input path (`survey_vars.0.name`). */
export type Failure = { code: string; message: string; fields: Record<string, string> };

/** What a server action answers; it never throws for an expected failure. */
export type ActionResult<Data> = { ok: true; data: Data } | { ok: false; failure: Failure };
