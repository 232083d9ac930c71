import type { InteractiveProcess } from "../../machine/processes/interactive.ts";
import type { AgentConnection } from "./protocol/connection.ts";
import type { AgentLimits } from "../workers/agent_limits.ts";

/** What to end. */
type RunningAgent = {
  process: InteractiveProcess;
  connection: AgentConnection;
  /** The current turn; null without one. */
  turn: { sessionId: string; ended: Promise<unknown> } | null;
};

/**
 * Ends an agent in the order that loses least: its turn is cancelled, its input closed, then its remaining processes receive
 * signals. Open questions have been answered before. Returns whether it had to be killed.
 */
export async function stopAgent(
  { process, connection, turn }: RunningAgent,
  limits: AgentLimits,
): Promise<boolean> {
  if (turn) {
    await connection.cancel(turn.sessionId);
    await within(Promise.race([turn.ended, process.status]), limits.cancel);
  }
  connection.close();
  await process.stdin.close().catch(() => {});
  const ended = await within(process.status, limits.close);
  await process.end(limits.terminate);
  return !ended;
}

/** Whether a promise settles in time. */
async function within(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => timer = setTimeout(() => resolve(false), milliseconds));
  try {
    return await Promise.race([promise.then(() => true, () => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
