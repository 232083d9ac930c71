import type { AgentSession, Interruption } from "../workers/agent_host.ts";
import type { AgentConnection, AgentIdentity, SessionInMode } from "./protocol/connection.ts";
import type { AgentAttempt } from "./attempt.ts";
import type { AskingMode } from "./mode.ts";
import { deadline, TooLong } from "./watch.ts";

/** A session of the agent, ready for a prompt. */
type OpenSession = { sessionId: string; isNew: boolean; interruption: Interruption | null };

/**
 * Initializes the connection and resumes the agent's session if there is one; otherwise, or if that fails, opens a new one. Either
 * is in a mode in which the agent asks.
 */
export async function openSession(
  { agent, task: { directory, host } }: AgentAttempt,
  connection: AgentConnection,
  asking: AskingMode,
): Promise<OpenSession> {
  const { limits, preset, definition, isolation } = agent;
  const name = definition.label;
  const identity = await within(
    limits.initialize,
    `The start of ${name}`,
    (signal) => connection.initialize(signal),
  );
  const interruption = host.takeInterruption();
  const known = host.session();
  const note = (session: Pick<AgentSession, "sessionId" | "how">) =>
    host.note({
      kind: "opened",
      session: {
        agent: identity.name,
        version: identity.version,
        isolation: isolation.sentence,
        ...session,
      },
    });
  const ask = (session: SessionInMode) =>
    within(
      limits.openSession,
      `Setting the mode of ${name}`,
      (signal) => asking.watch(connection, session, signal),
    );
  const how = known && howToGoOn(identity);
  if (known && how) {
    const { sessionId } = known;
    const resumed = await within(
      limits.openSession,
      `Resuming the session of ${name}`,
      (signal) => connection[how](sessionId, directory, preset.meta, signal),
    ).catch((cause) => {
      if (cause instanceof TooLong) throw cause;
      return null; // it may be lost with its process; a new session gets the state of the work
    });
    if (resumed !== null) {
      await ask(resumed);
      note({ sessionId, how: how === "resume" ? "resumed" : "loaded" });
      return { sessionId, isNew: false, interruption };
    }
  }
  const opened = await within(
    limits.openSession,
    `Opening a session of ${name}`,
    (signal) => connection.open(directory, preset.meta, signal),
  );
  await ask(opened);
  const { sessionId } = opened;
  note({ sessionId, how: "new" });
  return { sessionId, isNew: true, interruption };
}

/** Chooses how to continue a session: resuming sends nothing again, loading sends the whole history. */
const howToGoOn = ({ canResume, canLoad }: AgentIdentity): "resume" | "load" | null =>
  canResume ? "resume" : canLoad ? "load" : null;

async function within<T>(
  milliseconds: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = deadline(milliseconds, what);
  try {
    return await work(limit.signal);
  } catch (cause) {
    throw limit.signal.aborted ? limit.signal.reason : cause;
  } finally {
    limit.stop();
  }
}
