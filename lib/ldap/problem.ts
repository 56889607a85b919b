import { AppError, type ErrorKey } from "@/lib/operation/errors";

/** The directory failed. The API answers it with an empty body, as the peer; a form shows the text of `shown`. */
export class LdapProblem extends AppError {
  override name = "LdapProblem";
  readonly shown: ErrorKey = "ldapFailed";

  constructor(cause: unknown) {
    super("internal", { cause });
  }
}
