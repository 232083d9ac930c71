import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isWithin } from "../../ground/kernel/is_within.ts";
import { type IsInstalled, networkProgram } from "../../ground/policy/network_commands.ts";
import type { Crossing } from "../../ground/policy/dial.ts";
import { protectedIn } from "../../ground/policy/git_repositories.ts";
import { namedDirectory, workingDirectory } from "../../machine/repositories/mod.ts";
import type { PermissionRequest } from "../../workforce/workers/worker.ts";
import { confinementOf } from "../commands/confine.ts";
import type { Asker } from "./asker.ts";
import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import { patternFor } from "../../ground/policy/patterns.ts";
import type { RunPort } from "../commands/ports.ts";

/** The ways in which an action goes beyond what the sandbox and the review contain. */
export type ActionCrossings = {
  crossings: Crossing[];
  /** Whether it gets network access once it is allowed. */
  network: boolean;
  /** Its protected paths. */
  paths: string[];
};

/** Checks a worker's request: its paths, its text, and the confinement it would run under. */
export async function crossingsOf(task: Asker, request: PermissionRequest): Promise<ActionCrossings> {
  const { kind, command, paths = [] } = request;
  const { control, workspace } = task;
  const roots = [workspace.directory, workingDirectory(control, workspace), control.repository.root];
  const guarded = (kind === "edit" ? paths : []).flatMap((path) => protectedCrossing(roots, path) ?? []);
  const crossings: Crossing[] = [
    ...guarded.map(({ crossing }) => crossing),
    ...request.crossings ?? [],
    ...await confinementCrossings(task, request),
  ];
  const program = command === undefined ? null : networkProgram(command, installedIn(task, request));
  const refused = command !== undefined && task.refused.has(command);
  if (program !== null) {
    crossings.push({ kind: "network", detail: `It needs network access: ${program.slice(0, 200)}` });
  } else if (refused) {
    crossings.push({
      kind: "refused",
      detail: "It failed without network access.",
    });
  }
  if (kind === "command" && command === undefined) {
    crossings.push({ kind: "unclear", detail: "The worker does not say which command it is." });
  }
  const secrets = kind === "edit" ? [] : task.step.ctx.redactor.labelsIn(command ?? request.detail);
  for (const label of secrets) {
    crossings.push({ kind: "secret", detail: `It contains the value of ${label}.` });
  }
  // Where sandbox.json gives every command network access, a permission adds nothing.
  return { crossings, network: program !== null || refused, paths: guarded.map(({ path }) => path) };
}

/** Programs of a JavaScript project are in the directory of the command, or in one above it in the worktree. */
function installedIn({ control, workspace }: Asker, { directory = "" }: PermissionRequest): IsInstalled {
  const top = workspace.directory;
  const begin = join(workingDirectory(control, workspace), directory);
  return (name) => {
    for (let place = begin; isWithin(place, top); place = dirname(place)) {
      if (existsSync(join(place, "node_modules/.bin", name))) return true;
    }
    return false;
  };
}

function protectedCrossing(
  roots: readonly string[],
  path: string,
): { path: string; crossing: Crossing } | null {
  const group = protectedIn(roots, path);
  if (!group) return null;
  const detail = `${path} is protected (${group.label.toLowerCase()}). ${group.why}`;
  return { path, crossing: { kind: "protected", detail } };
}

/** This service executes the commands of a worker that does not have its own sandbox. */
async function confinementCrossings(
  { step, control }: Asker,
  request: PermissionRequest,
): Promise<Crossing[]> {
  if (request.confined === true) return [];
  if (request.confined === undefined && request.kind !== "command") return [];
  if (request.confined === false) {
    return [{ kind: "unconfined", detail: "The agent does not run in a sandbox." }];
  }
  const { kind, network, detail } = await confinementOf(step, control.repository.root, "worker");
  if (kind === "none") return [{ kind: "unconfined", detail: `It would run ${detail}` }];
  return network ? [{ kind: "network", detail: "sandbox.json gives workers' commands network access." }] : [];
}

/**
 * Returns the parts of a question as its checkpoint stores them: the action, why it needs a decision, and what an answer
 * could cover.
 */
export function asksOf(
  step: RunPort,
  { kind, command, directory, paths = [] }: PermissionRequest,
  { crossings, network, paths: guarded }: ActionCrossings,
): NonNullable<ApprovalDocument["asks"]> {
  const pattern = command === undefined ? null : patternFor(command);
  const shown = guarded.length > 0 ? guarded : paths;
  return {
    kind,
    in: placeOf(step),
    ...(command !== undefined && { command }),
    ...(directory && { directory }),
    ...(shown.length > 0 && { paths: shown.slice(0, 500) }),
    crossings,
    network,
    ...(pattern !== null && { pattern }),
  };
}

/** Where a lasting answer applies. */
const placeOf = (step: RunPort): { repositoryId: string; root: string } => {
  const base = step.run().base!;
  return { repositoryId: base.repositoryId, root: namedDirectory(base) };
};
