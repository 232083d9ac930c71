import type { InteractiveProcess } from "../../machine/processes/interactive.ts";
import { wantsNetwork } from "../../machine/processes/wants_network.ts";
import type { WorkerOutcome } from "../workers/worker.ts";
import { type AgentConnection, connectAgent } from "./protocol/connection.ts";
import type { AgentAttempt } from "./attempt.ts";
import { WorktreeGuard } from "./guard.ts";
import { refusedLogin, refuseWithoutLogin, wantsLogin } from "./login.ts";
import { keepErrors } from "./last_words.ts";
import { failureOf, isClosed, outcomeOf } from "./outcome.ts";
import { AskingMode } from "./mode.ts";
import { openingPrompt, resumingPrompt } from "./prompt.ts";
import { Questions } from "./questions.ts";
import { oneLine } from "./protocol/raw.ts";
import { Refusals } from "./refusals.ts";
import { ToolCallGuard } from "./tool_call_guard.ts";
import { openSession } from "./session.ts";
import { stopAgent } from "./stop.ts";
import { commandOf } from "./tool_call.ts";
import { ToolCalls } from "./tool_calls.ts";
import { Updates } from "./updates.ts";
import { valueWithin, watchTurn } from "./watch.ts";

/** Starts the agent, lets it do one turn, stops it, and compares its changes with what was allowed. */
export async function work(attempt: AgentAttempt): Promise<WorkerOutcome> {
  const { agent, task, program } = attempt;
  const { definition, isolation, limits } = agent;
  const { host } = task;
  const name = definition.label;
  const guard = await WorktreeGuard.begin({
    host,
    ask: task.ask,
    profile: task.profile,
    confined: isolation.confined,
  }, name);
  const held = new ToolCallGuard(task.profile, name, host.note);
  const tools = new ToolCalls(task.directory, task.report, (call) => {
    guard.ended(call.id);
    const hadNetwork = attempt.door.shut(call.id);
    const command = commandOf(call);
    // Some agents report a command as completed although its exit code was not 0.
    const hasFailed = call.status === "failed" || (call.exitCode ?? 0) !== 0;
    const isHeld = isolation.confined && !hadNetwork;
    if (command !== undefined && isHeld && hasFailed && wantsNetwork(call.text)) missesNetwork(command);
    if (command !== undefined && !questions.wasAsked(call.id)) {
      host.note({ kind: "unasked", title: oneLine(call.title, 200), command: oneLine(command, 1000) });
    }
    held.ended(call);
  });
  const refusals = new Refusals();
  const missesNetwork = (command: string) => {
    const detail = "It failed because the sandbox has no network.";
    host.note({ kind: "refused", command, detail });
    refusals.add(
      command,
      `${detail} If you need it, request exactly the same command again: a person may then allow it.`,
    );
  };
  const updates = new Updates(tools, host.note, task.stream);
  const questions = new Questions({
    task,
    agent: name,
    isolation,
    tools,
    guard,
    held,
    door: attempt.door,
    refusals,
    note: host.note,
  });
  const mode = new AskingMode(name, agent.preset.asks ?? [], host.note);
  const process = await host.start({ purpose: "agent", directory: task.directory, ...program });
  const errors = keepErrors(process);
  let lastAt = performance.now();
  let connection: AgentConnection | null = null;
  let turn: { sessionId: string; ended: Promise<unknown> } | null = null;
  const gone = process.status.then(({ code, signal }) => {
    throw new Error(`The agent exited on its own (${signal ?? `exit code ${code}`}).`);
  });
  gone.catch(() => {});
  try {
    connection = await connectAgent(process, {
      update: (params) => {
        updates.take(params);
        mode.take(params);
        if (tools.hasBegun) attempt.door.begin();
      },
      permission: (request, withdrawn) => questions.answer(request, withdrawn),
      malformed: (line) =>
        updates.odd("malformed_message", `a line that is no message of the protocol: ${oneLine(line, 200)}`),
      touched: () => lastAt = performance.now(),
    });
    const halted = Promise.withResolvers<never>();
    halted.promise.catch(() => {});
    task.signal.addEventListener("abort", () => halted.reject(task.signal.reason), { once: true });
    const ends = [halted.promise, questions.broken, held.broken, mode.broken, gone];
    const session = await Promise.race([openSession(attempt, connection, mode), ...ends]);
    const prompt = session.isNew
      ? openingPrompt(task.instructions, host.request, task.outside, session.interruption, task.profile)
      : session.interruption
      ? resumingPrompt(session.interruption)
      : task.instructions;
    const clock = watchTurn(limits, {
      lastAt: () => Math.max(lastAt, attempt.proxy.activity().lastAt),
      isExcused: () => tools.isWorking || attempt.proxy.activity().open > 0,
      isAsking: () => questions.isOpen,
    });
    let reason = "";
    try {
      for (
        let words: string | null = prompt;
        words !== null;
        words = goesOn(reason) ? refusals.take() : null
      ) {
        const ended = connection.prompt(session.sessionId, words);
        ended.catch(() => {});
        turn = { sessionId: session.sessionId, ended };
        reason = await Promise.race([ended, clock.late, ...ends]);
      }
    } finally {
      clock.stop();
    }
    turn = null;
    attempt.door.shutAll();
    await new Promise((resolve) => setTimeout(resolve, limits.trailing));
    await stop(attempt, process, connection, null);
    connection = null;
    tools.closeAll();
    updates.finish();
    await guard.check(true);
    return await refusedLogin(attempt) ?? outcomeOf({
      reason,
      message: updates.message,
      hasRejected: questions.hasRejected,
      modelFailure: attempt.proxy.lastFailure(),
      agent: name,
    });
  } catch (cause) {
    questions.withdraw();
    task.signal.throwIfAborted();
    // A pipe closes before the end of its process is known, and the exit code says more.
    const why = isClosed(cause)
      ? await valueWithin(limits.terminate, gone.catch((end) => end)) ?? cause
      : cause;
    if (why !== cause) await errors.read;
    if (wantsLogin(why) && attempt.proxy.lastFailure() === null) {
      return await refuseWithoutLogin(agent, why.message, connection?.logins() ?? []);
    }
    const failure = await refusedLogin(attempt) ?? failureOf(why, name, () => errors.text());
    if (failure === null) throw cause;
    return failure;
  } finally {
    questions.withdraw();
    if (connection) await stop(attempt, process, connection, turn);
    else await process.end(limits.terminate);
    tools.closeAll();
    await errors.done;
  }
}

/** Whether another turn can follow this one; some agents end theirs as cancelled after a refusal. */
const goesOn = (reason: string): boolean => reason === "end_turn" || reason === "cancelled";

async function stop(
  { agent: { limits, definition }, task: { host, signal } }: AgentAttempt,
  process: InteractiveProcess,
  connection: AgentConnection,
  turn: { sessionId: string; ended: Promise<unknown> } | null,
): Promise<void> {
  const killed = await stopAgent({ process, connection, turn }, limits);
  // Many agents stay after their turn until they get a signal; only one that does not end its turn was killed at its work.
  if (!killed || turn === null || signal.aborted) return;
  const detail = `${definition.label} did not exit and was killed.`;
  host.note({ kind: "incident", incident: "killed", detail });
}
