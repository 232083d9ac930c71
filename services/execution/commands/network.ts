import { dirname, join } from "node:path";
import { type NetworkUse, refusalSentence } from "../../../store/runs/network.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { Redactor } from "../../ground/kernel/redactor.ts";
import { machineCertificates } from "../../machine/network/certificates.ts";
import type { NetworkRule } from "../../machine/network/decide.ts";
import { type NetworkWay, openNetworkWay } from "../../machine/network/open_way.ts";
import { findRegistries } from "../../machine/network/registries.ts";
import type { SandboxRule, VariableValue } from "../../machine/processes/sandbox/mod.ts";
import { type Control, removeTree, type Workspace } from "../../machine/repositories/mod.ts";
import { counted } from "../../ground/kernel/words.ts";
import { useSecret } from "../../accounts/secrets/use.ts";
import { StepFailed } from "./interrupts.ts";
import type { RunPort } from "./ports.ts";
import type { ProcessSandbox } from "../../machine/processes/run.ts";
import type { Confinement } from "../../../store/processes/document.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** People read the end of an output, so most of it is left to the command itself. */
const MAX_REFUSAL_LINES = 3;

/** Opens network access for one command and returns the variables that it needs; closed with the stack. */
export async function openNetwork(
  { ctx }: { ctx: Pick<Core, "port"> },
  { directory }: Pick<Workspace, "directory">,
  rule: SandboxRule,
  homeAt: string,
  undo: AsyncDisposableStack,
  door?: NetworkRule["door"],
): Promise<NetworkWay> {
  const variable = (name: string) => Deno.env.get(name);
  const { hosts, environment } = rule.defaultHosts
    ? await findRegistries({ home: homeAt, variable })
    : { hosts: [], environment: {} };
  const certificates = machineCertificates(variable);
  const preferred = join(dirname(directory), `network-${crypto.randomUUID().slice(0, 8)}`);
  const allowed = [...hosts, ...rule.hosts];
  const way = await openNetworkWay(preferred, { allowed, servicePort: ctx.port, ...(door && { door }) });
  undo.defer(() => removeTree(way.directory));
  undo.defer(way.close);
  return {
    ...way,
    environment: { ...environment, ...certificates.environment, ...way.environment },
    readable: [...way.readable, ...certificates.readable],
  };
}

/** Returns what a command used of the network, without known secrets; null for nothing. Outside a sandbox this is unknown. */
export function networkUseOf(
  { sandbox, networkUse }: { sandbox?: unknown } & Pick<CommandConfinement, "networkUse">,
  redactor: Pick<Redactor, "text">,
): NetworkUse | null {
  if (!sandbox) return { hosts: [], refused: [], unwatched: 1 };
  const used = networkUse();
  // A program chooses the host names that it looks up, so a name may contain anything the program knows.
  const clean = <T extends { host: string }>(each: T): T => ({ ...each, host: redactor.text(each.host) });
  return used && { ...used, hosts: used.hosts.map(clean), refused: used.refused.map(clean) };
}

/** Returns lines to append to a command's output, because its own tools describe a limit or a refusal differently. */
export function noteLines(held: readonly string[], refused: NetworkUse["refused"]): string {
  const more = refused.length - MAX_REFUSAL_LINES;
  const notes = [
    ...held,
    ...refused.slice(0, MAX_REFUSAL_LINES).map(refusalSentence),
    ...(more > 0 ? [`${counted(more, "further host was", "further hosts were")} refused.`] : []),
  ];
  return notes.map((note) => `\n[agent-harness] ${note}`).join("");
}

/** Returns the variables that the operator gives to setup commands. A secret leaves a receipt. Throws `StepFailed` if one has no value. */
export async function givenVariables(
  step: RunPort,
  { repository }: Control,
  variables: Readonly<Record<string, VariableValue>>,
  taskSessionId?: string,
): Promise<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    given[name] = typeof value === "string"
      ? value
      : await secretValue(step, repository.root, value.secret, name, taskSessionId);
  }
  return given;
}

/** Returns the variables without secrets, for a command that no one has reviewed. */
export const withoutSecrets = (
  variables: Readonly<Record<string, VariableValue>>,
): Record<string, VariableValue> =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => typeof value === "string"));

async function secretValue(
  { ctx, runId, signal }: RunPort,
  root: string,
  secret: string,
  name: string,
  taskSessionId?: string,
): Promise<string> {
  const which = secret.startsWith("secret_") ? { id: secret } : { name: secret };
  const use = { call: "setup.variable", host: `the setup of ${root}`, runId, signal };
  try {
    return await useSecret(ctx, which, { ...use, ...(taskSessionId && { taskSessionId }) });
  } catch (error) {
    signal.throwIfAborted();
    throw new StepFailed(
      "invalid_input",
      `The variable ${name} for setup commands, in sandbox.json, has no value: ${messageOf(error)}`,
    );
  }
}

/** How a command runs: its sandbox, if any, and what is recorded about it. Disposed when the command has ended. */
export type CommandConfinement = {
  sandbox?: ProcessSandbox;
  confinement: Confinement;
  input?: string;
  /** Additional environment variables of the command. */
  environment: Record<string, string>;
  /** Network use so far; null when there was none, and where nothing is confined. */
  networkUse: () => NetworkUse | null;
} & AsyncDisposable;

/** Returns a rule with a sandbox, and without network, secrets and directories that others also use. */
export const isolated = (rule: SandboxRule): SandboxRule => ({
  ...rule,
  sandbox: true,
  network: false,
  hosts: [],
  defaultHosts: false,
  writable: [],
  environment: withoutSecrets(rule.environment),
});
