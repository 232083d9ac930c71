import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { width } from "../terminal/width.ts";
import { offeredFiles } from "./complete_file.ts";
import { KEYS } from "./keys.ts";
import { lineWindow } from "./line_window.ts";
import type { InputLine, ScreenState } from "./state.ts";

const PROMPTS: Readonly<Record<InputLine["purpose"], string>> = {
  request: "What should be done? ",
  reject: "Why do you reject it? (optional) ",
  rework: "What should change? ",
  author: "Git names nobody. Who makes the commit? (Name <address>; Enter for agent-harness) ",
  search: "Find: ",
};

/** Returns the line in which is written, or what is being done, painted, and the column of the cursor while it is written in. */
export function composerLine({ writing, busy, repository, columns, connected }: ScreenState): Composer {
  if (writing !== null) {
    const prompt = PROMPTS[writing.purpose];
    const { shown, column } = lineWindow(writing.line, columns - width(prompt));
    return { line: `${paint.bold(prompt)}${shown}`, cursor: width(prompt) + column };
  }
  const line = !connected && busy === null
    ? paint.red("The service is not responding. Retrying; press S to start it.")
    : paint.dim(busy !== null ? `${busy} …` : `w  request work in ${repository}`);
  return { line, cursor: null };
}

type Composer = { line: string; cursor: number | null };

/** Keys that need no mention, because they are well known or aliases. */
const LEFT_OUT = new Set([
  "down",
  "up",
  "page up",
  "first line",
  "last line",
  "next",
  "previous",
  "previous change",
  "previous match",
  "previous file",
]);

/** Returns the keys that do something now, as many as fit; `?` and `q` always. */
export function keysLine(state: ScreenState): string {
  const { columns, writing, focus, connected } = state;
  if (writing && !connected) {
    return paint.red("The service is not responding. Retrying; what you write stays.");
  }
  if (writing?.purpose === "search") {
    return paint.dim("Enter keep the matches, n and N go through them · Esc end");
  }
  const files = writing?.purpose === "request" ? offeredFiles(writing.line, state.files ?? []) : [];
  if (files.length > 0) return paint.dim(["Tab", ...files.map(oneLine)].join("  "));
  if (writing) {
    return paint.dim(
      "Enter send · Esc close, the text stays · ↑ earlier requests · Alt-Enter new line · Ctrl-G editor",
    );
  }
  if (focus === "help") return paint.dim("Space more · any other key closes");
  const labels = KEYS.filter(({ fits, decides }) => fits(state) && (state.quiet || !decides))
    .map(({ names, label }) => ({ name: names[0], label: typeof label === "string" ? label : label(state) }))
    .filter(({ label }) => !LEFT_OUT.has(label))
    .map(({ name, label }) => `${name} ${label}`);
  const always = labels.splice(-2);
  while (labels.length > 0 && width([...labels, ...always].join(" · ")) > columns) labels.pop();
  return paint.dim([...labels, ...always].join(" · "));
}
