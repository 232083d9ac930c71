import { type Action, say } from "../situation.ts";

const HELP = [
  "I understand, in plain words:",
  '- work: a recipe such as `create docs/NOTE.md with "…"`, `run <command>`, or `run: <anything>` for a model',
  "  (`in /path/to/repository: …` names the repository; else it is that of the last run)",
  "- `status`, `plan`, `diff`, `what needs me`, `list approvals`, `list runs`, `which models are ready`, `why did it fail`",
  "- `where is …?`, `search: …`, `read src/main.ts:10-20`, `list files in src`, `history of src`: from what is committed",
  "- `guide task_1: …` tells a task something for its next boundary",
  "- `pause`, `resume`, `cancel: <reason>`, `retry`",
  "- `reject: <reason>` and `rework: <what to change>` decide what waits; approving is done in a review only:",
  "  `agent-harness review`, or POST /approvals/:id/approve",
  "- `remember: …`, and `remember for this project: …`",
  "A run's id in the message says which run is meant.",
].join("\n");

/** Says what can be asked for. */
export const help = (): Action =>
  say({ reply: HELP, effects: [{ kind: "answered", summary: "Listed what is understood.", recordIds: [] }] });
