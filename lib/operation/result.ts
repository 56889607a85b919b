/** A translated failure. `fields` holds messages by input path (`survey_vars.0.name`). */
export type Failure = { code: string; message: string; fields: Record<string, string> };

/** A server action's result; actions never throw for an expected failure. */
export type ActionResult<Data> = { ok: true; data: Data } | { ok: false; failure: Failure };
