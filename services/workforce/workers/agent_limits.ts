/** Time limits for agents, in milliseconds. */
export type AgentLimits = {
  initialize: number;
  openSession: number;
  /** Without an update, while no question is open and no model call is pending. */
  stall: number;
  /** One whole turn; the time that a human takes does not count. */
  turn: number;
  /** Between asking the agent to stop and closing its input. */
  cancel: number;
  /** Between closing its input and SIGTERM. */
  close: number;
  /** Between SIGTERM and SIGKILL. */
  terminate: number;
  /** Updates that arrive this soon after the end of a turn still belong to it. */
  trailing: number;
};

/** Based on what real agents needed, with a margin. */
export const AGENT_LIMITS: AgentLimits = {
  initialize: 60_000,
  openSession: 60_000,
  stall: 300_000,
  turn: 4 * 60 * 60 * 1000,
  cancel: 5_000,
  close: 3_000,
  terminate: 2_000,
  trailing: 250,
};
