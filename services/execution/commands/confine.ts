import { type CommandConfinement, givenVariables, isolated, openNetwork, withoutSecrets } from "./network.ts";
import type { Confinement } from "../../../store/processes/document.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import {
  type AvailableSandbox,
  type ComposedSandbox,
  composeSandbox,
  describeOpenings,
  homeSeenAt,
  type Purpose,
  type SandboxRule,
  sandboxRuleOf,
  type SandboxState,
  UNCONFINED_REACH,
} from "../../machine/processes/sandbox/mod.ts";
import {
  type Control,
  objectDirectories,
  ownObjectDirectories,
  removeTree,
  workingDirectory,
  type Workspace,
  worktreeAround,
} from "../../machine/repositories/mod.ts";
import { OFFLINE_VARIABLES } from "../../machine/network/offline.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { RunPort } from "./ports.ts";
import { homeDirectory, searchPath } from "../../ground/kernel/environment.ts";

/** What to confine, and where. */
type ConfinementRequest = {
  purpose: Purpose;
  control: Control;
  workspace: Pick<Workspace, "directory" | "alsoAt">;
  /** Also allows network access for a provider whose definition asks for it. */
  network?: boolean;
  /** Turns the network off, whatever `sandbox.json` and the provider's definition allow, and passes no secrets. */
  offline?: boolean;
  /** Files of programs outside the search path, shown with what belongs to them. */
  programs?: readonly string[];
  /** Text that the command receives in a file. */
  input?: string;
  taskSessionId?: string;
};

/**
 * Prepares the sandbox for one command. Its home directory stays with the workspace, so later commands find what a setup
 * installed; its temporary directory is removed. Throws `InvalidError` when `sandbox.json` is not valid.
 */
export async function confine(step: RunPort, request: ConfinementRequest): Promise<CommandConfinement> {
  const sandbox = await step.ctx.sandbox.find();
  const { root } = request.control.repository;
  const homeAt = homeSeenAt(homeDirectory());
  const person = await ruleFor(step, root, request.purpose);
  const rule = {
    ...person,
    network: request.offline !== true && (person.network || request.network === true),
  };
  const confinement = confinementUnder(sandbox, rule, root);
  await using undo = new AsyncDisposableStack();
  const input = request.input === undefined
    ? {}
    : { input: await writeInput(request.workspace, request.input, undo) };
  const confined = rule.sandbox && sandbox.available ? sandbox : null;
  const variables = request.offline ? withoutSecrets(rule.environment) : rule.environment;
  const given = await givenVariables(step, request.control, variables, request.taskSessionId);
  const way = confined && rule.network
    ? await openNetwork(step, request.workspace, rule, homeAt, undo)
    : null;
  const shown = [...Object.values(input), ...way?.readable ?? []];
  const held = confined && await sandboxOf(step, request, confined, rule, homeAt, shown, undo);
  const all = undo.move();
  return {
    ...(held && { sandbox: { ...held, through: way?.argv ?? [], limits: rule.limits } }),
    confinement,
    ...input,
    environment: { ...(request.offline && OFFLINE_VARIABLES), ...way?.environment, ...given },
    networkUse: way?.use ?? (() => null),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** The file is next to the workspace, where no command can replace it with a link. */
async function writeInput(
  { directory }: ConfinementRequest["workspace"],
  text: string,
  undo: AsyncDisposableStack,
): Promise<string> {
  const path = `${directory}.input-${crypto.randomUUID()}`;
  undo.defer(() => removeTree(path));
  await Deno.writeTextFile(path, text, { createNew: true, mode: 0o600 });
  return path;
}

async function sandboxOf(
  { ctx }: RunPort,
  { control, workspace, purpose, programs = [] }: ConfinementRequest,
  sandbox: AvailableSandbox,
  rule: SandboxRule,
  homeAt: string,
  inputs: readonly string[],
  undo: AsyncDisposableStack,
): Promise<ComposedSandbox> {
  const { directory } = workspace;
  const home = homeOf(workspace);
  // A setup may have network access, so it never sees the objects of other repositories.
  const objects = purpose === "setup" ? ownObjectDirectories(control) : objectDirectories(control);
  const temporary = `${directory}.temporary-${crypto.randomUUID()}`;
  undo.defer(() => removeTree(temporary));
  await Deno.mkdir(home, { recursive: true, mode: 0o700 });
  await Deno.mkdir(temporary, { mode: 0o700 });
  const place = {
    directory: workingDirectory(control, workspace),
    ...(workspace.alsoAt !== undefined && { alsoAt: { path: workspace.alsoAt, worktree: directory } }),
    home,
    temporary,
    readable: [...worktreeAround(control, workspace), ...objects, ...inputs],
    programs,
    masked: [],
    storageDirectory: ctx.config.storageDirectory,
    searchPath: searchPath(),
  };
  return await composeSandbox(sandbox, place, rule, homeAt);
}

/** Returns the home directory of a workspace's commands. It is removed with the workspace. */
export const homeOf = ({ directory }: Pick<Workspace, "directory">): string => `${directory}.home`;

/** Returns one sentence for each of these kinds of commands that tells the approver how it will be confined. */
export async function describeHolds(
  step: RunPort,
  run: RunDocument,
  purposes: readonly Purpose[],
): Promise<string[]> {
  const { root } = run.base!;
  const { storageDirectory } = step.ctx.config;
  const sandbox = await step.ctx.sandbox.find();
  const homeAt = homeSeenAt(homeDirectory());
  return await Promise.all(purposes.map(async (purpose) => {
    const rule = await sandboxRuleOf(storageDirectory, homeAt, root, purpose);
    return `Commands of the ${purpose}: ${confinementUnder(sandbox, rule, root).detail}`;
  }));
}

/** Returns what is said of the stored secrets that commands of these purposes receive in variables; empty if they receive none. */
export async function describeSecrets(
  step: RunPort,
  run: RunDocument,
  purposes: readonly Purpose[],
): Promise<string[]> {
  const rules = await Promise.all(purposes.map((purpose) => ruleFor(step, run.base!.root, purpose)));
  return rules.flatMap(({ environment }, index) =>
    Object.entries(environment).flatMap(([variable, value]) =>
      typeof value === "string"
        ? []
        : [`Commands of the ${purposes[index]} receive the stored secret "${value.secret}" in ${variable}.`]
    )
  );
}

/** Returns how a command for that purpose will be confined. */
export async function confinementOf(step: RunPort, root: string, purpose: Purpose): Promise<Confinement> {
  return confinementUnder(await step.ctx.sandbox.find(), await ruleFor(step, root, purpose), root);
}

/** Returns what the operator configured for commands of that purpose; those of a trial reach nothing outside of their worktree. */
export async function ruleFor(
  { ctx, runId }: { ctx: Pick<Core, "config" | "store">; runId?: string },
  root: string,
  purpose: Purpose,
): Promise<SandboxRule> {
  const rule = await sandboxRuleOf(ctx.config.storageDirectory, homeSeenAt(homeDirectory()), root, purpose);
  const run = runId === undefined ? null : ctx.store.documents.get(runStream, runId);
  return run?.trial ? isolated(rule) : rule;
}

/** Returns whether commands under a rule receive stored secrets. */
export const hasSecrets = ({ environment }: SandboxRule): boolean =>
  Object.values(environment).some((value) => typeof value !== "string");

function confinementUnder(sandbox: SandboxState, rule: SandboxRule, root: string): Confinement {
  if (!rule.sandbox || !sandbox.available) {
    const why = sandbox.available ? `sandbox.json turns the sandbox off for ${root}.` : sandbox.reason;
    const detail = `as this user, with access to ${UNCONFINED_REACH}: ${why}`;
    return { kind: "none", network: true, detail };
  }
  const network = rule.network
    ? "with network access to the hosts in sandbox.json and to the registries of this machine's package managers"
    : "without network access";
  const written = ["the worktree", ...rule.writable].join(", ");
  const detail = `in a sandbox, ${network}; it can write ${written} and its own temporary files, ` +
    "and cannot see this user's home directory or this service's storage.";
  const calls = describeOpenings(sandbox, rule);
  return { kind: "bubblewrap", network: rule.network, detail: calls === "" ? detail : `${detail} ${calls}` };
}
