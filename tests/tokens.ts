/** The operator's token in tests. It is not in `harness.ts`: what needs no more than a token does not load the service. */
export const OPERATOR = "operator-token";
/** The agent's. */
export const AGENT = "agent-token";
