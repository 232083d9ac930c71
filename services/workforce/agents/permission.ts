import { relative, resolve } from "node:path";
import { sha256 } from "../../../store/chain.ts";
import type { Crossing } from "../../ground/policy/dial.ts";
import { shownCommand } from "../../ground/policy/shown.ts";
import { wholeDiff } from "../worker_tools/file_change.ts";
import type { PermissionRequest } from "../workers/worker.ts";
import type { Isolation } from "./confine.ts";
import { isInstructions, isProtected, placeInWorktree } from "./protected_paths.ts";
import { oneLine, rawOf } from "./protocol/raw.ts";
import { type AgentToolCall, commandDirectoryOf, commandOf } from "./tool_call.ts";

/** An option that an agent offers as an answer. */
type PermissionOption = { optionId: string; kind: string };

/** An agent's request: a question for a human, or something that is refused without asking. */
type AgentRequest =
  | { ask: PermissionRequest; paths: string[] }
  | { refused: "protected_path"; detail: string };

const EDITS = ["edit", "delete", "move"];

/** Longer than any diff that a person reads. */
const MAX_DETAIL = 1024 * 1024;

/** Returns what to do with a permission request of an agent that works in `directory`. */
export function permissionRequestOf(
  call: AgentToolCall,
  directory: string,
  agent: string,
  isolation: Isolation,
): AgentRequest {
  const command = commandOf(call);
  const paths = [...new Set([...call.diffs.map(({ path }) => path), ...call.locations])];
  const places = paths.map((path) => placeInWorktree(directory, path));
  const isEdit = EDITS.includes(call.kind) || call.diffs.length > 0;
  if (isEdit) {
    for (const place of places) {
      if ("outside" in place) {
        return refused(`${agent} wanted to change ${place.outside}, which is outside of its worktree.`);
      }
      if (isProtected(place.path)) {
        return refused(`${agent} wanted to change ${place.path}, from which agents and git run programs.`);
      }
    }
  }
  const inside = places.flatMap((place) => "path" in place ? [place.path] : []);
  const kind = isEdit ? "edit" : command !== undefined || call.kind === "execute" ? "command" : "other";
  const where = command === undefined ? undefined : commandDirectoryOf(call);
  const begins = where === undefined ? [] : [placeInWorktree(directory, where)];
  const crossings = crossingsOf(call, kind, directory, [...places, ...begins]);
  const asked = { kind, title: titleOf(call, agent, command, isEdit ? inside : []) } as const;
  const warnings = [
    ...inside.filter((path) => isEdit && isInstructions(path)).map((path) =>
      `${path} contains instructions that agents follow.`
    ),
    ...(kind === "command" && command === undefined ? ["The agent does not say which command it is."] : []),
    ...(isolation.confined ? [] : [isolation.sentence]),
  ];
  return {
    ask: {
      ...asked,
      key: sha256(JSON.stringify(["acp", kind, ...identityOf(call, command, where)])),
      detail: detailOf(call, command, directory, `${agent} asks. ${isolation.sentence}`).slice(0, MAX_DETAIL),
      ...(command !== undefined && !isEdit && { command }),
      ...(where !== undefined && { directory: relative(directory, resolve(directory, where)) }),
      ...(warnings.length > 0 && { warnings }),
      ...(isEdit && { paths: inside }),
      ...(crossings.length > 0 && { crossings }),
      confined: isolation.confined,
    },
    paths: isEdit ? inside : [],
  };
}

const INSIDE = ["read", "search", "think", "switch_mode"];

type Place = ReturnType<typeof placeInWorktree>;

/** Returns how a call leaves its worktree, as far as the agent's own description tells; edits outside were refused before. */
function crossingsOf(
  call: AgentToolCall,
  kind: string,
  directory: string,
  named: readonly Place[],
): Crossing[] {
  // The worktree itself is neither a path inside it nor another place.
  const outside = kind === "edit"
    ? []
    : named.flatMap((place) => "outside" in place && place.outside !== directory ? [place.outside] : []);
  const found: Crossing[] = outside.map((path) => ({
    kind: "outside",
    detail: `${path} is outside its worktree.`,
  }));
  if (call.kind === "fetch") found.push({ kind: "network", detail: "It requests a network address." });
  else if (kind === "other" && !INSIDE.includes(call.kind)) {
    found.push({ kind: "unclear", detail: "The agent does not say what the action affects." });
  }
  return found;
}

const refused = (detail: string): AgentRequest => ({ refused: "protected_path", detail });

function titleOf(call: AgentToolCall, agent: string, command: string | undefined, paths: string[]): string {
  if (paths.length > 0) return oneLine(`Let ${agent} change ${paths.join(", ")}`, 200);
  if (command !== undefined) return oneLine(`Let ${agent} run: ${command}`, 200);
  return oneLine(`Let ${agent} do: ${call.title}`, 200);
}

/** Returns what identifies the question: an agent's own ids differ between sessions. */
function identityOf(call: AgentToolCall, command: string | undefined, where: string | undefined): unknown[] {
  if (call.diffs.length > 0) return call.diffs.map(({ path, oldText, newText }) => [path, oldText, newText]);
  if (command !== undefined) return [command, where ?? null];
  return [call.kind, call.title, call.locations, call.rawInput ?? null];
}

/** Returns the whole action: the diffs or the command line, otherwise the agent's own description. */
function detailOf(
  call: AgentToolCall,
  command: string | undefined,
  directory: string,
  preface: string,
): string {
  const diffs = call.diffs.map(({ path, oldText, newText }) => {
    const place = placeInWorktree(directory, path);
    return wholeDiff("path" in place ? place.path : path, oldText, newText);
  });
  const said = call.text === "" ? [] : [call.text];
  if (diffs.length > 0) return [preface, ...diffs, ...said].join("\n\n");
  if (command !== undefined) {
    return [preface, shownCommand(command), ...restOf(call), ...said.map(indented)].join("\n\n");
  }
  const input = call.rawInput === undefined ? [] : [`Input:\n${JSON.stringify(call.rawInput, null, 2)}`];
  return [preface, `${call.title} (${call.kind})`, ...said, ...input].join("\n\n");
}

/** Returns what an agent says about a command besides the command line and its directory. */
const restOf = ({ rawInput }: AgentToolCall): string[] =>
  Object.entries(rawOf(rawInput)).filter(([name]) => !COMMAND_FIELDS.includes(name))
    .map(([name, value]) =>
      indented(`${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    );

/** Sets the agent's words apart from those of this service. */
const indented = (text: string): string => text.replaceAll(/^/gm, "  ");

const COMMAND_FIELDS = ["command", "cmd", "script", "cwd", "workdir", "directory"];

/** Returns the option to answer with, by its kind alone; undefined without one, and never a lasting one. */
export const optionFor = (
  options: readonly PermissionOption[],
  decision: "approved" | "rejected",
): string | undefined =>
  options.find(({ kind }) => kind === (decision === "approved" ? "allow_once" : "reject_once"))?.optionId;
