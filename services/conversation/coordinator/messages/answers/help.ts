import { type MessageResult, say } from "../../situation.ts";

const HELP = [
  "I understand:",
  '- work: a recipe such as `create docs/NOTE.md with "…"`, `run <command>`, or `run: <anything>` for a model',
  "  (`in /path/to/repository: …` names the repository; otherwise the last run's repository is used)",
  "- `status`, `plan`, `diff`, `what needs me`, `list approvals`, `list runs`, `which models are ready`, `why did it fail`",
  "- `where is …?`, `search: …`, `read src/main.ts:10-20`, `list files in src`, `history of src`: in the committed files",
  "- `guide task_1: …` sends guidance to a task",
  "- `pause`, `resume`, `cancel: <reason>`, `retry`",
  "- `reject: <reason>` and `rework: <what to change>` decide what is waiting; you can approve only in a review:",
  "  `agent-harness review`, or POST /approvals/:id/approve",
  "- `remember: …`, and `remember for this project: …`",
  "To refer to a specific run, include its id in the message.",
].join("\n");

/** Says what messages can request. */
export const help = (): MessageResult =>
  say({ reply: HELP, effects: [{ kind: "answered", summary: "Listed the commands.", recordIds: [] }] });
