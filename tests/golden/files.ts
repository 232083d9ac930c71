import { describeApi } from "../../routes/describe.ts";
import type { SandboxState } from "../../services/machine/processes/sandbox/mod.ts";
import { agentContract } from "../../services/operations/system/agent_contract.ts";
import { filesOf } from "../checks/sources.ts";
import { CONTRACTS, directoryOf } from "../kit/contracts.ts";
import { commandFiles } from "./command_files.ts";
import { helpParts } from "./help.ts";
import { openapiParts, SHARED } from "./openapi_parts.ts";

/** The contract also says whether commands are confined here; the golden file is of a machine where they are. */
export const CONFINED: SandboxState = { available: true, program: "/usr/bin/bwrap", version: "bubblewrap 0.8.0", groups: 2, unfiltered: null };

const api = describeApi(CONTRACTS);

/** An OpenAPI document as the golden files hold it: by path, with the text of each. */
export const openapiFiles = (document: Record<string, unknown>): Map<string, string> =>
  filesFor("openapi.json", openapiParts(document), printed);

/** An agent contract as the golden files hold it; operations are with their domains. */
export function agentContractFiles(contract: ReturnType<typeof agentContract>): Map<string, string> {
  const { operations, ...rest } = contract;
  const domains = new Map(api.operations.map(({ key, group }) => [key, group]));
  const parts = new Map<string, unknown>([[SHARED, rest]]);
  for (const [domain, own] of Map.groupBy(operations, ({ id }) => domains.get(id) ?? SHARED)) {
    parts.set(domain, domain === SHARED ? { operations: own, ...rest } : { operations: own });
  }
  return filesFor("agent_contract.json", parts, printed);
}

/** Every golden file by its path from the root of the project, with the text that it must have now. */
export const goldenFiles = async (): Promise<Map<string, string>> =>
  new Map([
    ...openapiFiles(api.openapi()),
    ...agentContractFiles(agentContract(api, { sandbox: CONFINED, localPublic: false })),
    ...filesFor("help.txt", await helpParts(), (text) => text),
    ...commandFiles(),
  ]);

/** The golden files that exist. */
export const existingFiles = (): string[] => [
  ...[...filesOf("tests/golden")].filter((path) => /^tests\/golden\/.+\//.test(path)),
  ...filesOf("commands/derived/domains"),
];

function filesFor<Part>(name: string, parts: Map<string, Part>, text: (part: Part) => string) {
  return new Map(
    [...parts].map(([domain, part]) => [`tests/golden/${directoryOf(domain)}/${name}`, text(part)]),
  );
}

const printed = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
