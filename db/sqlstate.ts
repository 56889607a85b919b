/** Codes of database failures by Postgres' own names. lib/operation/errors has its own: browsers load it. */
export const SQLSTATE = {
  cannotConnectNow: "57P03",
  duplicatePreparedStatement: "42P05",
  duplicateTable: "42P07",
  inFailedTransaction: "25P02",
  invalidRegularExpression: "2201B",
  invalidStatementName: "26000",
  lockNotAvailable: "55P03",
  protocolViolation: "08P01",
  /** Also of a statement that took too long. */
  queryCanceled: "57014",
  readOnlyTransaction: "25006",
  undefinedColumn: "42703",
  undefinedTable: "42P01",
  uniqueViolation: "23505",
} as const;
