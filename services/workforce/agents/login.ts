import { providerStream } from "../../../store/models/provider_stream.ts";
import { contextFor, record } from "../../ground/kernel/context.ts";
import type { WorkerOutcome } from "../workers/worker.ts";
import type { AgentAttempt, ReadyAgent } from "./attempt.ts";
import { listOf, oneLine, type Raw, stringOf } from "./protocol/raw.ts";

/** The protocol's code for "log in first". */
const AUTH_REQUIRED = -32000;

/** How many ways to log in a sentence names. */
const MAX_LOGINS = 3;

/** Whether an agent's error says that it has no login, or that its login was refused. */
export const wantsLogin = (cause: unknown): cause is Error =>
  cause instanceof Error && "code" in cause && cause.code === AUTH_REQUIRED;

/** Records that the agent does not work without a login, with what it says about how to log in; returns the failure. */
export async function refuseWithoutLogin(
  agent: ReadyAgent,
  message: string,
  logins: readonly Raw[],
): Promise<WorkerOutcome> {
  const { id, label } = agent.definition;
  const how = logins.slice(0, MAX_LOGINS).flatMap((login) => describeLogin(agent, login));
  return await refuse(
    agent,
    `${label} needs a login: ${sentence(oneLine(message, 300))} ` +
      (how.length > 0 ? `Log in with: ${how.join(", or ")}.` : `Log in with its own command.`) +
      ` It has a separate home directory, and reads only what "readable" of "${id}" in providers.json names.`,
  );
}

/** Records that the provider refused the agent's own login, and returns the failure; null if it did not. */
export async function refusedLogin({ agent, proxy }: AgentAttempt): Promise<WorkerOutcome | null> {
  const failure = proxy.lastFailure();
  if (!agent.isLoggedIn || failure?.fault !== "credentials") return null;
  return await refuse(
    agent,
    `The login of ${agent.definition.label} was refused: ${sentence(oneLine(failure.detail, 300))} ` +
      `Log in again with agent-harness connect ${agent.definition.id} --login.`,
  );
}

async function refuse(agent: ReadyAgent, text: string): Promise<WorkerOutcome> {
  const { id, label } = agent.definition;
  const ctx = contextFor(agent.service, "coordinator");
  const detail = ctx.redactor.facts(text);
  await ctx.store.commit(() =>
    record(ctx, providerStream, id, [{ type: "provider.login_refused", data: { label, detail } }])
  );
  return {
    ok: false,
    reason: "provider_unavailable",
    detail: `${detail} Then run agent-harness providers check ${id}, and the run continues.`,
  };
}

/** Records that an agent that had refused to work without a login has worked. */
export async function noteLogin({ service, definition: { id, label } }: ReadyAgent): Promise<void> {
  const ctx = contextFor(service, "coordinator");
  await ctx.store.commit(() => {
    if (!ctx.store.documents.get(providerStream, id)?.loginRefused) return;
    record(ctx, providerStream, id, [{ type: "provider.login_cleared", data: { label, by: "work" } }]);
  });
}

/** Returns the command of a login in a terminal, or what the agent says about another kind. */
function describeLogin({ definition }: ReadyAgent, { name, description, type, args }: Raw): string[] {
  if (type === "terminal") return [oneLine([...definition.command ?? [], ...listOf(args)].join(" "), 300)];
  const more = stringOf(description);
  const words = stringOf(name) ?? more;
  if (words === undefined) return [];
  return [oneLine(more === undefined || more === words ? words : `${words} (${more})`, 200)];
}

const sentence = (message: string): string => /[.!?…]$/.test(message) ? message : `${message}.`;
