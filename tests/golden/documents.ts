import { describeApi } from "../../routes/describe.ts";
import { contracts } from "../../routes/mod.ts";
import { agentContract } from "../../services/system/agent_contract.ts";

/** The documents that clients generate code from, by the file that holds each: changes are seen in review. */
export const DOCUMENTS: Readonly<Record<string, () => unknown>> = {
  "openapi.json": () => describeApi(contracts).openapi(),
  "agent_contract.json": () => agentContract(describeApi(contracts)),
};

/** Where a golden file lies. */
export const goldenFile = (name: string): URL => new URL(name, import.meta.url);

/** A document as its golden file holds it. */
export const printed = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
