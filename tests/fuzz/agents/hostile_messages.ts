const [seed = "1"] = Deno.args;
/** A file outside of the worktree. */
export const outside = Deno.args[1] ?? "/nowhere";

let state = Number(seed) >>> 0;
/** From 0 up to 1, the same for the same seed. */
export function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
/** One of the items. */
export const of = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;

const encoder = new TextEncoder();
/** Writes to the client. */
export function write(bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  } catch {
    Deno.exit(0); // nobody reads any more
  }
}
/** Prints a text to the client. */
export const print = (text: string): void => write(encoder.encode(text));
/** Sends a message. */
export const send = (message: unknown): void => print(`${JSON.stringify(message)}\n`);

/** The session that it has, the ids of its own requests, and those of the requests that it got. */
export const said = { session: "s-1", calls: 0, pending: [] as unknown[] };

const ANYTHING: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  "",
  "x".repeat(5_000),
  [],
  {},
  [null],
  { __proto__: null, constructor: 1 },
  "\u202e\u0000",
  outside,
];
/** A value of any type. */
export const anything = () => of(ANYTHING);
/** The value, or another. */
export const maybe = (value: unknown) => random() < 0.7 ? value : anything();
/** An id of a session, mostly the right one. */
export const sessionId = () => of([said.session, said.session, said.session, "another", "", null, 7]);
const call = () => of([`c-${++said.calls}`, `c-${said.calls}`, "", null, 3]);
const path = () =>
  of([outside, "../../x", "a.txt", "/etc/passwd", ".git/config", "\0", 5, "a".repeat(9_000)]);
const content = () =>
  of<unknown>([
    [{ type: "diff", path: path(), oldText: of([null, "", "hello\n"]), newText: of(["x", null, 5]) }],
    [{ type: "content", content: { type: "text", text: "words" } }],
    [{ type: "terminal", terminalId: "t" }],
    anything(),
  ]);
const toolCall = () => ({
  toolCallId: call(),
  title: maybe("Edit a file"),
  kind: of([
    "edit",
    "execute",
    "read",
    "delete",
    "move",
    "fetch",
    "think",
    "switch_mode",
    "other",
    "party",
    null,
  ]),
  status: of(["pending", "in_progress", "completed", "failed", "approved"]),
  locations: of<unknown>([[{ path: path() }], anything()]),
  rawInput: of<unknown>([
    { command: "touch x" },
    { command: ["sh", "-c", "x"], file_path: path() },
    anything(),
  ]),
  rawOutput: maybe({ exitCode: 0 }),
  content: content(),
});

/** What an update may say. */
export const UPDATES: readonly (() => unknown)[] = [
  () => ({ sessionUpdate: "tool_call", ...toolCall() }),
  () => ({ sessionUpdate: "tool_call_update", ...toolCall() }),
  () => ({
    sessionUpdate: of(["agent_message_chunk", "agent_thought_chunk", "user_message_chunk"]),
    content: maybe({ type: "text", text: of(["words", "\u202e", 5]) }),
  }),
  () => ({
    sessionUpdate: "plan",
    entries: of<unknown>([
      [{ content: maybe("step"), priority: "high", status: maybe("pending") }],
      anything(),
    ]),
  }),
  () => ({
    sessionUpdate: "usage_update",
    used: maybe(1e12),
    size: maybe(-5),
    cost: maybe({ amount: -1e9, currency: "USD" }),
  }),
  () => ({
    sessionUpdate: of([
      "current_mode_update",
      "available_commands_update",
      "config_option_update",
      "approval",
      5,
    ]),
    modeId: "root",
  }),
  anything,
];

/** Requests that a client might answer: questions, files, terminals, and what only a client may ask. */
export const REQUESTS: readonly (() => [string, unknown])[] = [
  () => ["session/request_permission", {
    sessionId: sessionId(),
    toolCall: maybe(toolCall()),
    options: of<unknown>([
      [{ optionId: "yes", name: "Yes", kind: "allow_once" }, {
        optionId: "no",
        name: "No",
        kind: "reject_once",
      }],
      [{ optionId: "always", name: "No", kind: "allow_always" }],
      [],
      [{ optionId: 5, name: null, kind: "approve" }],
      anything(),
    ]),
  }],
  () => ["fs/read_text_file", { sessionId: sessionId(), path: outside }],
  () => ["fs/write_text_file", { sessionId: sessionId(), path: of([outside, path()]), content: "written" }],
  () => ["terminal/create", {
    sessionId: sessionId(),
    command: "sh",
    args: ["-c", `echo written > ${outside}`],
    cwd: "/",
  }],
  () => [of(["terminal/output", "terminal/kill", "terminal/release", "terminal/wait_for_exit"]), {
    sessionId: sessionId(),
    terminalId: "t",
  }],
  () => [
    of([
      "initialize",
      "authenticate",
      "session/new",
      "session/prompt",
      "session/load",
      "session/set_mode",
      "approvals/approve",
      "rpc.discover",
      "__proto__",
      "",
    ]),
    anything(),
  ],
];
