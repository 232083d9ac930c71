/** Everything by which this service changes the world outside of itself. */
export const OUTSIDE_KINDS = [
  "patch",
  "undo",
  "calendar_write",
  "mail",
  "connector_action",
  "token_refresh",
  "token_revocation",
  "bank_removal",
  "alert",
] as const;

/** A kind of effect outside of this service. */
export type OutsideKind = (typeof OUTSIDE_KINDS)[number];
