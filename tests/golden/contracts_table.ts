import { CONTRACTS, directoryOf } from "../kit/contracts.ts";

/** Where the command line finds the contract of each domain. */
export const CONTRACTS_TABLE = new URL("../../commands/derived/contracts.later.ts", import.meta.url);

const HEAD =
  `// Written by \`deno task golden\` from the list in routes/mod.ts; what is written here by hand is lost.
import type { Contract } from "../../routes/endpoint.ts";
import type { CommandDomain } from "./command.ts";

/** Loads the contract of one domain alone: the handlers behind \`routes/mod.ts\` would cost every command its start. */
// deno-fmt-ignore: one line each
export const CONTRACTS: Record<CommandDomain, () => Promise<Contract>> = {
`;

/** The table of contracts as it should be: each domain's lies in the folder with its name. */
export const contractsTable = (): string => `${HEAD}${Object.keys(CONTRACTS).map(lineOf).join("\n")}\n};\n`;

function lineOf(domain: string): string {
  const file = `../../routes/${directoryOf(domain)}/contract.ts`;
  return `  ${domain}: async () => (await import("${file}" as string) as typeof import("${file}")).${domain},`;
}
