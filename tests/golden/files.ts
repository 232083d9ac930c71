import { describeApi } from "../../routes/describe.ts";
import type { SandboxState } from "../../services/processes/sandbox/mod.ts";
import { agentContract } from "../../services/system/agent_contract.ts";
import { filesOf } from "../checks/sources.ts";
import { CONTRACTS, directoryOf } from "../kit/contracts.ts";
import { commandFiles } from "./command_files.ts";
import { helpParts } from "./help.ts";
import { SHARED } from "./openapi_parts.ts";
import { openapiSignature } from "./openapi_signature.ts";

/** The contract also says whether commands are confined here; the golden file is of a machine where they are. */
export const CONFINED: SandboxState = {
  available: true,
  program: "/usr/bin/bwrap",
  version: "bubblewrap 0.8.0",
  groups: 2,
  unfiltered: null,
};

const api = describeApi(CONTRACTS);

/** The signature of an OpenAPI document as the golden files hold it: by path, with the text of each. */
export const openapiFiles = (document: Record<string, unknown>): Map<string, string> =>
  filesFor("openapi.txt", openapiSignature(document));

/** An agent contract as the golden files hold it: its operations a line each, with their domains. */
export function agentContractFiles(contract: ReturnType<typeof agentContract>): Map<string, string> {
  const { operations, ...rest } = contract;
  const domains = new Map(api.operations.map(({ key, group }) => [key, group]));
  const parts = new Map([[SHARED, `${JSON.stringify(rest, null, 2)}\n`]]);
  for (const [domain, own] of Map.groupBy(operations, ({ id }) => domains.get(id) ?? SHARED)) {
    const lines = own.map((operation) => `${JSON.stringify(operation)}\n`).join("");
    parts.set(domain, (parts.get(domain) ?? "") + lines);
  }
  return filesFor("agent_contract.txt", parts);
}

/** Every golden file by its path from the root of the project, with the text that it must have now. */
export const goldenFiles = async (): Promise<Map<string, string>> =>
  new Map([
    ...openapiFiles(api.openapi()),
    ...agentContractFiles(agentContract(api, { sandbox: CONFINED, localPublic: false })),
    ...filesFor("help.txt", await helpParts()),
    ...commandFiles(),
  ]);

/** The golden files that exist. */
export const existingFiles = (): string[] => [
  ...[...filesOf("tests/golden")].filter((path) => /^tests\/golden\/.+\//.test(path)),
  ...filesOf("commands/derived/domains"),
];

const filesFor = (name: string, parts: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...parts].map(([domain, text]) => [`tests/golden/${directoryOf(domain)}/${name}`, text]));
