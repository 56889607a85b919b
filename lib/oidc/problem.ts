import type { ErrorKey } from "@/lib/operation/errors";

/** Keys of messages.errors that the sign-in page shows. */
export type OidcErrorKey = Extract<ErrorKey, `oidc${string}`>;

/** A sign-in that failed; the page shows the text of `key`, the cause stays in the server's log. */
export class OidcProblem extends Error {
  override name = "OidcProblem";

  constructor(
    readonly key: OidcErrorKey,
    cause?: unknown,
  ) {
    super(key, { cause });
  }
}
