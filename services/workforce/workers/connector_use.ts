/** A connector action that a worker requests. */
export type ConnectorUse = { connector: string; action: string; input: Record<string, unknown> };

/** The outcome of a connector action. A refusal has the run's `statusReason` and explains itself in one sentence. */
export type ConnectorOutcome =
  | { done: true; summary: string; response: Record<string, unknown> }
  | {
    done: false;
    reason: "policy_blocked" | "approval_rejected" | "approval_expired" | "invalid_input";
    detail: string;
  };
