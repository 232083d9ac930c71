import { listOf, numberOf, type Raw, rawOf, stringOf } from "./protocol/raw.ts";

/** A file change as an agent announces it; `oldText` is null for a new file. */
export type ProposedDiff = { path: string; oldText: string | null; newText: string };

/** What is known about a tool call, combined from all messages that name it. */
export type AgentToolCall = {
  id: string;
  title: string;
  kind: string;
  status: string;
  diffs: ProposedDiff[];
  text: string;
  locations: string[];
  rawInput: unknown;
  exitCode: number | null;
};

/** Returns the call updated by a message: agents send parts in `tool_call`, its updates and permission requests. */
export function withMessage(known: AgentToolCall | undefined, message: Raw): AgentToolCall {
  const content = listOf(message.content).map(rawOf);
  const diffs = content.filter(({ type }) => type === "diff").flatMap(diffOf);
  const text = content.map((part) => stringOf(rawOf(part.content).text) ?? "").filter(Boolean).join("\n");
  const locations = listOf(message.locations).flatMap((place) => stringOf(rawOf(place).path) ?? []);
  const hasInput = message.rawInput !== undefined && message.rawInput !== null &&
    Object.keys(rawOf(message.rawInput)).length > 0;
  return {
    id: stringOf(message.toolCallId) ?? known?.id ?? "",
    title: stringOf(message.title) ?? known?.title ?? "tool",
    kind: stringOf(message.kind) ?? known?.kind ?? "other",
    status: stringOf(message.status) ?? known?.status ?? "pending",
    diffs: diffs.length > 0 ? diffs : known?.diffs ?? [],
    text: text !== "" ? text : known?.text ?? "",
    locations: locations.length > 0 ? locations : known?.locations ?? [],
    rawInput: hasInput ? message.rawInput : known?.rawInput,
    exitCode: exitCodeOf(rawOf(message.rawOutput)) ?? known?.exitCode ?? null,
  };
}

function diffOf(part: Raw): ProposedDiff[] {
  const [path, newText] = [stringOf(part.path), stringOf(part.newText)];
  return path === undefined || newText === undefined
    ? []
    : [{ path, oldText: stringOf(part.oldText) ?? null, newText }];
}

function exitCodeOf(output: Raw): number | undefined {
  const places = [output, rawOf(output.metadata)];
  return places.flatMap((place) => [place.exitCode, place.exit_code, place.exit]).map(numberOf)
    .find((code) => code !== undefined);
}

/** Returns the shell command of a call; undefined if it is not one or does not name one. */
export function commandOf(call: AgentToolCall): string | undefined {
  const input = rawOf(call.rawInput);
  const given = input.command ?? input.cmd ?? input.script;
  if (typeof given === "string" && given.trim() !== "") return given;
  const listed = listOf(given);
  const words = listed.map(stringOf).filter((word) => word !== undefined);
  if (words.length === 0 || words.length < listed.length) return undefined;
  const [shell = "", flag = "", script] = words;
  if (/(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-\w*c$/.test(flag) && script !== undefined) return script;
  return words.map(quoted).join(" ");
}

/** Returns the directory of a command, as the agent states it; undefined if it does not. */
export function commandDirectoryOf(call: AgentToolCall): string | undefined {
  const input = rawOf(call.rawInput);
  return stringOf(input.cwd) ?? stringOf(input.workdir) ?? stringOf(input.directory);
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
