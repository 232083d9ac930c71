import { listOf, numberOf, type Raw, rawOf, textOf } from "./raw.ts";

/** One file as an agent says that it would change it; `oldText` is null for a new one. */
export type ProposedDiff = { path: string; oldText: string | null; newText: string };

/** What is known of a tool call, put together from every message that names it. */
export type ToolCall = {
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

/** The call with what a message says of it: agents send parts, in `tool_call`, its updates and permission requests. */
export function withMessage(known: ToolCall | undefined, message: Raw): ToolCall {
  const content = listOf(message.content).map(rawOf);
  const diffs = content.filter(({ type }) => type === "diff").flatMap(diffOf);
  const text = content.map((part) => textOf(rawOf(part.content).text) ?? "").filter(Boolean).join("\n");
  const locations = listOf(message.locations).flatMap((place) => textOf(rawOf(place).path) ?? []);
  const hasInput = message.rawInput !== undefined && message.rawInput !== null &&
    Object.keys(rawOf(message.rawInput)).length > 0;
  return {
    id: textOf(message.toolCallId) ?? known?.id ?? "",
    title: textOf(message.title) ?? known?.title ?? "tool",
    kind: textOf(message.kind) ?? known?.kind ?? "other",
    status: textOf(message.status) ?? known?.status ?? "pending",
    diffs: diffs.length > 0 ? diffs : known?.diffs ?? [],
    text: text !== "" ? text : known?.text ?? "",
    locations: locations.length > 0 ? locations : known?.locations ?? [],
    rawInput: hasInput ? message.rawInput : known?.rawInput,
    exitCode: exitCodeOf(rawOf(message.rawOutput)) ?? known?.exitCode ?? null,
  };
}

function diffOf(part: Raw): ProposedDiff[] {
  const [path, newText] = [textOf(part.path), textOf(part.newText)];
  return path === undefined || newText === undefined
    ? []
    : [{ path, oldText: textOf(part.oldText) ?? null, newText }];
}

function exitCodeOf(output: Raw): number | undefined {
  const places = [output, rawOf(output.metadata)];
  return places.flatMap((place) => [place.exitCode, place.exit_code, place.exit]).map(numberOf)
    .find((code) => code !== undefined);
}

/** The shell command of a call; undefined where it is none, or does not say which. */
export function commandOf(call: ToolCall): string | undefined {
  const input = rawOf(call.rawInput);
  const given = input.command ?? input.cmd ?? input.script;
  if (typeof given === "string" && given.trim() !== "") return given;
  const words = listOf(given).map(textOf);
  if (words.length === 0 || words.some((word) => word === undefined)) return undefined;
  const [shell = "", flag = "", script] = words as string[];
  if (/(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-\w*c$/.test(flag) && script !== undefined) return script;
  return (words as string[]).map(quoted).join(" ");
}

/** Where a command begins, as the agent says; undefined where it does not say. */
export function commandDirectoryOf(call: ToolCall): string | undefined {
  const input = rawOf(call.rawInput);
  return textOf(input.cwd) ?? textOf(input.workdir) ?? textOf(input.directory);
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
