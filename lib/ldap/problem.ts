import { AppError, type ErrorKey } from "@/lib/operation/errors";

/** The directory failed. The API replies with an empty body, like Semaphore; a form shows the message `shown`. */
export class LdapProblem extends AppError {
  override name = "LdapProblem";
  readonly shown: ErrorKey = "ldapFailed";

  constructor(cause: unknown) {
    super("internal", { cause });
  }
}
