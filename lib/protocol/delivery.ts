/** Why a webhook delivery started no task; the texts are `integration.delivery.reasons.<reason>` in messages. */
export const DELIVERY_REASONS = [
  "body_too_large",
  "broken",
  "get_not_accepted",
  "header_missing",
  "no_integration",
  "no_match",
  "no_matchers",
  "secret_missing",
  "secret_unreadable",
  "signature_missing",
  "signature_wrong",
  "task_refused",
  "token_wrong",
  "too_many_requests",
  "value_nul",
  "value_too_long",
  "variable_name",
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];
