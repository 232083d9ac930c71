import type { WorkerKindRegistration } from "../../policy/registration.ts";
import { AGENT_TOOLS, agentKind } from "../acp/tools.ts";

const OTHERS = AGENT_TOOLS.map(({ name }) => name);

/** Programs: nothing of what they do is asked for, so they get a task only with every right that they could use. */
export const programKind: WorkerKindRegistration = {
  id: "program",
  label: "Program",
  description: "A program of the person's that does a task by itself, in a sandbox.",
  tools: agentKind.tools.filter((tool) => !OTHERS.includes(tool)),
  cannotWithhold: agentKind.tools.filter((tool) => !OTHERS.includes(tool)),
};
