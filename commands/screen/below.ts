import { deliveryWords, scopeWords } from "../review/choice_words.ts";
import { paint } from "../terminal/paint.ts";
import { neutralise } from "../terminal/neutralise.ts";
import { width } from "../terminal/width.ts";
import { KEYS } from "./keys.ts";
import { shownDetail, type State, type Writing } from "./state.ts";

const PROMPTS: Readonly<Record<Writing["purpose"], string>> = {
  request: "What should be done? ",
  reject: "Why do you reject it? (optional) ",
  rework: "What should change? ",
};

/** Returns the line in which is written, or what is being done, painted. Of a long text its end is shown. */
export function composerLine({ writing, busy, repository, columns, connected }: State): string {
  if (!connected && busy === null) {
    return paint.red("The service is not responding. Retrying; press S to start it.");
  }
  if (busy !== null) return paint.dim(`${busy} …`);
  if (writing === null) return paint.dim(`w  request work in ${repository}`);
  const prompt = PROMPTS[writing.purpose];
  const room = Math.max(1, columns - width(prompt) - 2);
  const text = [...neutralise(writing.text)];
  while (width(text.join("")) > room) text.shift();
  return `${paint.bold(prompt)}${text.join("")}▏`;
}

/** Keys that need no mention, because they are well known or aliases. */
const LEFT_OUT = new Set(["down", "up", "page up", "first line", "last line", "next", "previous"]);

/** Returns the keys that do something now, as many as fit; `?` and `q` always. */
export function keysLine(state: State): string {
  const { columns, writing, focus } = state;
  if (writing) return paint.dim("Enter send · Esc cancel · Ctrl-U clear");
  if (focus === "help") return paint.dim("Space more · any other key closes");
  const labels = KEYS.filter(({ label, fits }) => !LEFT_OUT.has(label) && fits(state))
    .map(({ names, label }) =>
      `${names[0]} ${label.replace("…", "")}${label.endsWith("…") ? choiceWords(state, label) : ""}`
    );
  const always = labels.splice(-2);
  while (labels.length > 0 && width([...labels, ...always].join(" · ")) > columns) labels.pop();
  return paint.dim([...labels, ...always].join(" · "));
}

/** Returns the current choice, for the keys that change it. */
function choiceWords(state: State, label: string): string {
  const { delivery, scope } = state;
  if (label.startsWith("deliver")) return delivery === null ? "" : deliveryWords(delivery);
  const pattern = shownDetail(state)?.item?.approval.asks?.pattern;
  return scope === null ? "" : scopeWords(scope, pattern);
}
