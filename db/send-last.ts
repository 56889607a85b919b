import type { Db } from "@/db/client";
import { sessionOf } from "@/db/prepared";
import { addLast } from "@/db/transaction";

/**
 * Sends a statement at the end of a transaction whose reply it does not need: its commit follows in the same message. If
 * the statement fails, so does the transaction.
 */
export const sendLast = (tx: Db, statement: PromiseLike<unknown>): void => addLast(sessionOf(tx).client, statement);
