/** An action of a connector that a worker wants to have done. */
export type ConnectorUse = { connector: string; action: string; input: Record<string, unknown> };

/** What came of it. A refusal names the run's `statusReason` and says why, in one sentence. */
export type ConnectorOutcome =
  | { done: true; summary: string; response: Record<string, unknown> }
  | {
    done: false;
    reason: "policy_blocked" | "approval_rejected" | "approval_expired" | "invalid_input";
    detail: string;
  };
