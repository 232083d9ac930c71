/** How long things of an agent may take, in milliseconds. */
export type AgentLimits = {
  initialize: number;
  openSession: number;
  /** Without an update, while no question is open and no call of a model is under way. */
  stall: number;
  /** One turn, all of it; the time that a human takes does not count. */
  turn: number;
  /** Between asking the agent to stop and closing its input. */
  cancel: number;
  /** Between closing its input and SIGTERM. */
  close: number;
  /** Between SIGTERM and SIGKILL. */
  terminate: number;
  /** Updates that come after the end of a turn still belong to it. */
  trailing: number;
};

/** What real agents were seen to need, and a margin. */
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
