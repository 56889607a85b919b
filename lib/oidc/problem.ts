import type { ErrorKey } from "@/lib/operation/errors";

/** Keys of messages.errors that the sign-in page shows. */
export type OidcErrorKey = Extract<ErrorKey, `oidc${string}`>;

/** A failed sign-in; the page shows the text of `key`, the cause goes to the server's log. */
export class OidcProblem extends Error {
  override name = "OidcProblem";

  constructor(
    readonly key: OidcErrorKey,
    cause?: unknown,
  ) {
    super(key, { cause });
  }
}
