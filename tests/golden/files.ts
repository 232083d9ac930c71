import { isDeepStrictEqual } from "node:util";
import { describeApi } from "../../routes/describe.ts";
import type { SandboxState } from "../../services/machine/processes/sandbox/mod.ts";
import { agentContract } from "../../services/operations/system/agent_contract.ts";
import { filesOf } from "../kit/root.ts";
import { CONTRACTS, directoryOf } from "../kit/contracts.ts";
import { commandLines } from "./command_lines.ts";
import { SHARED } from "./openapi_parts.ts";
import { openapiSignature } from "./openapi_signature.ts";

/** The contract also says whether commands are confined here; the golden file is of a machine where they are. */
export const CONFINED: SandboxState = {
  available: true,
  program: "/usr/bin/bwrap",
  version: "bubblewrap 0.8.0",
  groups: 2,
  unfiltered: null,
  unrefused: null,
};

type AgentContract = ReturnType<typeof agentContract>;

const api = describeApi(CONTRACTS);

/** The signature of an OpenAPI document as the golden files hold it: by path, with the text of each. */
export const openapiFiles = (document: Record<string, unknown>): Map<string, string> =>
  filesFor("openapi.txt", openapiSignature(document));

/**
 * An agent contract as the golden file holds it. An operation is listed only where it is not what the API says: with the same
 * method, path and summary, and the class that its access has here.
 */
export function agentContractFiles({ operations, ...rest }: AgentContract): Map<string, string> {
  const byKey = new Map(operations.map((operation) => [operation.id, operation]));
  const twice = operations.filter((operation) => byKey.get(operation.id) !== operation);
  const classes = new Map<string, string>();
  const differing = api.operations.flatMap(({ key, method, path, access, summary }) => {
    const { classification, ...own } = byKey.get(key) ?? { classification: "not there" };
    byKey.delete(key);
    if (!classes.has(access)) classes.set(access, classification);
    const isUsual = classes.get(access) === classification &&
      isDeepStrictEqual(own, { id: key, method, path, summary });
    return isUsual ? [] : [{ key, classification, ...own }];
  });
  const usual = [...classes].map(([access, classification]) => `access ${access}: ${classification}\n`);
  const listed = [...differing, ...byKey.values(), ...twice].map((each) => `${JSON.stringify(each)}\n`);
  const text = [`${JSON.stringify(rest, null, 2)}\n\n`, ...usual.sort(), ...listed].join("");
  return filesFor("agent_contract.txt", new Map([[SHARED, text]]));
}

/** Every golden file by its path from the root of the project, with the text that it must have now. */
export const goldenFiles = async (): Promise<Map<string, string>> =>
  new Map([
    ...openapiFiles(api.openapi()),
    ...agentContractFiles(agentContract(api, { sandbox: CONFINED, localPublic: false })),
    ...filesFor("commands.txt", await commandLines()),
  ]);

/** The golden files that exist. */
export const existingFiles = (): string[] =>
  [...filesOf("tests/golden")].filter((path) => /^tests\/golden\/.+\//.test(path));

const filesFor = (name: string, parts: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...parts].map(([domain, text]) => [`tests/golden/${directoryOf(domain)}/${name}`, text]));
