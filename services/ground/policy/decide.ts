import { blockedByCommand } from "./commands.ts";
import { type BlockedClass, blockedClass, blockedClassOf, type PolicyClass } from "./classes.ts";
import { blockedByText } from "./requests.ts";
import { ellipsis } from "../kernel/words.ts";

/** The class of a request, instruction or command, and why, in one sentence. */
export type PolicyDecision = {
  policyClass: PolicyClass;
  /** Present exactly when `policyClass` is `blocked`. */
  blockedClass?: Pick<BlockedClass, "id" | "label">;
  reason: string;
};

/** What is known about a request before any work begins. */
type RequestFacts = {
  request: string;
  /** What the request itself declares to need. */
  capabilityClass?: string | undefined;
  /** Whether every line is an instruction of the recipe language: its text is then content, not a request. */
  understoodAsRecipe: boolean;
  /** The blocked classes that it may reach, but only through actions of enabled connectors. */
  carried?: readonly string[];
};

/**
 * Decides a request: `blocked` when it declares a blocked class or, as free text, plainly asks for one, otherwise `start`.
 * What a recipe writes into files neither raises nor lowers it; decide its commands one by one.
 *
 * This is a guard rail by declared class and plain words, not a sandbox: it stops only what names itself.
 */
export function decideRequest(
  { request, capabilityClass, understoodAsRecipe, carried = [] }: RequestFacts,
): PolicyDecision {
  const declared = capabilityClass === undefined ? null : blockedClassOf(capabilityClass);
  if (declared !== null && !carried.includes(declared.id)) {
    return blocked(declared, `The request declares the class "${declared.id}"`);
  }
  if (understoodAsRecipe) {
    return { policyClass: "start", reason: "Every line is an instruction of the recipe language." };
  }
  const found = blockedByText(request, carried);
  if (found === null) {
    return { policyClass: "start", reason: "The request does not ask for a blocked class." };
  }
  return blocked(blockedClass(found.id), `The request asks for it ("${cut(found.clause)}")`);
}

/**
 * Decides a shell command: `blocked` when a program in it (also behind `sudo`, in pipes, in `$(…)` or in `sh -c`) belongs to
 * a blocked class, otherwise `command`.
 *
 * This is a guard rail, not a sandbox: scripts and renamed programs are not inspected.
 */
export function decideCommand(command: string): PolicyDecision {
  const found = blockedByCommand(command);
  if (found === null) {
    return { policyClass: "command", reason: "The command runs programs in the task's directory." };
  }
  return blocked(blockedClass(found.id), `The command contains \`${cut(found.program)}\``);
}

function blocked({ id, label }: BlockedClass, why: string): PolicyDecision {
  const reason = `${why}: ${label} is a blocked class and cannot be done until a connector enables it.`;
  return { policyClass: "blocked", blockedClass: { id, label }, reason };
}

const cut = (text: string): string => ellipsis(text, 120);
