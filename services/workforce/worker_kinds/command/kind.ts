import type { WorkerKindRegistration } from "../../../ground/policy/registration.ts";
import { AGENT_TOOLS, agentKind } from "../../agents/tools.ts";

const OTHERS = AGENT_TOOLS.map(({ name }) => name);

/** Programs do not ask for anything, so they get a task only with every right that they could use. */
export const programKind: WorkerKindRegistration = {
  id: "program",
  label: "Program",
  description: "A program of yours that does a task on its own, in a sandbox.",
  tools: agentKind.tools.filter((tool) => !OTHERS.includes(tool)),
  cannotWithhold: agentKind.tools.filter((tool) => !OTHERS.includes(tool)),
};
