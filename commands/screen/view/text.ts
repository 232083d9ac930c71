import { Text } from "ink";
import { render } from "../../terminal/paint.ts";
import { createElement } from "./element.ts";

/** Shows painted lines, each cut at its pane's edge. All text that is not neutralised yet goes through here. */
export const Lines = ({ lines, colour }: { lines: readonly string[]; colour: boolean }) =>
  createElement(Ready, { lines: lines.map((line) => render(line, colour)) });

/** Shows lines as `terminalLines` made them: neutralised already, and with their colours. */
export const Ready = ({ lines }: { lines: readonly string[] }) =>
  createElement(Text, { wrap: "truncate" }, lines.map((line) => line === "" ? " " : line).join("\n"));
