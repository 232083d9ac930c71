import { describeCommands } from "../../commands/derived/describe.ts";
import { describeApi } from "../../routes/describe.ts";
import { contracts } from "../../routes/mod.ts";
import type { SandboxState } from "../../services/processes/sandbox/mod.ts";
import { agentContract } from "../../services/system/agent_contract.ts";

/** The contract also says whether commands are confined here; the golden file is of a machine where they are. */
export const CONFINED: SandboxState = { available: true, program: "/usr/bin/bwrap", version: "bubblewrap 0.8.0", groups: 2 };

/** The commands read off the contracts: the command line itself reads this file. */
export const COMMANDS_FILE = "../../commands/derived/commands.json";

/** The documents that clients generate code from, by the file that holds each: changes are seen in review. */
export const DOCUMENTS: Readonly<Record<string, () => unknown>> = {
  "openapi.json": () => describeApi(contracts).openapi(),
  [COMMANDS_FILE]: () => describeCommands(contracts),
  "agent_contract.json": () => agentContract(describeApi(contracts), CONFINED),
};

/** Where a golden file lies. */
export const goldenFile = (name: string): URL => new URL(name, import.meta.url);

/** A document as its golden file holds it. */
export const printed = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
