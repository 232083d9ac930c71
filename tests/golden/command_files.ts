import { describeCommands } from "../../commands/derived/describe.ts";
import { CONTRACTS, directoryOf } from "../kit/contracts.ts";

const DIRECTORY = "commands/derived/domains";

/** What the command line reads of the derived commands: an index with a line for each, a file for each domain, and its loader. */
export function commandFiles(): Map<string, string> {
  const commands = describeCommands(CONTRACTS);
  const lines = commands.map(({ key, domain, words, summary }) =>
    `  ${JSON.stringify({ key, domain, words, summary })}`
  );
  const domains = Map.groupBy(commands, ({ domain }) => domain);
  const loaders = [...domains.keys()].map((domain) => {
    const file = `./${directoryOf(domain)}.json`;
    return `  ${domain}: () => import("${file}" as string, { with: { type: "json" } }),\n`;
  });
  return new Map([
    [`${DIRECTORY}/index.json`, `[\n${lines.join(",\n")}\n]\n`],
    [`${DIRECTORY}/commands.later.ts`, `${LOADERS_HEAD}${loaders.join("")}};\n`],
    ...[...domains].map(([domain, own]): [string, string] => [
      `${DIRECTORY}/${directoryOf(domain)}.json`,
      `${JSON.stringify(own, null, 2)}\n`,
    ]),
  ]);
}

const LOADERS_HEAD = `// Written by \`deno task golden\`.
import type { Domain } from "../command.ts";

/** Reads the commands of one domain. */
export const LOADERS: Readonly<Record<Domain, () => Promise<{ default: unknown }>>> = {
`;
