import type { Option } from "commander";
import type { Field } from "../../commands/derived/fields.ts";
import { describedCommand } from "../../commands/derived/commands.ts";
import { derivedFrom } from "../../commands/derived/define.ts";
import { helpPages } from "./help.ts";
import { SHARED } from "./openapi_parts.ts";

const HEAD =
  `# Written by \`deno task golden\`: the API commands, each with its arguments, flags and first example.
# A flag in brackets may be left out, one with * repeated. A command has the flags of the service unless it says otherwise.
# A flag of a field has the description of the field in openapi.txt; these are the others:
`;

/** The flags of every command that connects to a service. */
const SERVICE = ["[--json]", "[--url <url>]", "[--token-file <file>]"];

/**
 * Returns the API commands by domain, as the program has them: a line for each with its flags, and one with its first example.
 * docs/cli.md has the whole help of the other commands.
 */
export async function commandLines(): Promise<Map<string, string>> {
  const parts = new Map<string, string>([[SHARED, ""]]);
  const others = new Set<string>();
  for (const { title, command, text } of await helpPages()) {
    const listed = derivedFrom(command);
    if (!listed) continue;
    const { fields } = await describedCommand(listed);
    const shown = command.options.filter(({ hidden }) => !hidden);
    for (const option of shown) {
      if (!fieldOf(option, fields)) others.add(`${option.flags} ${JSON.stringify(option.description)}`);
    }
    const flags = shown.map((option) => flagText(option, fieldOf(option, fields)));
    const connects = SERVICE.every((flag) => flags.includes(flag));
    const words = [
      title.replace("agent-harness ", "").replace(" --help", ""),
      ...command.registeredArguments.map((one) => one.required ? `<${one.name()}>` : `[${one.name()}]`),
      ...flags.filter((flag) => !connects || !SERVICE.includes(flag)),
      ...(connects ? [] : ["without the flags of the service"]),
    ];
    const line = `${listed.key}: ${words.join(" ")}${/^ {2}\$ .+$/m.exec(text)?.[0] ?? "  no example"}\n`;
    parts.set(listed.domain, (parts.get(listed.domain) ?? "") + line);
  }
  parts.set(SHARED, `${HEAD}\n${[...others].sort().join("\n")}\n`);
  return parts;
}

const fieldOf = ({ long }: Option, fields: readonly Field[]): Field | undefined =>
  fields.find(({ flag }) => `--${flag}` === long);

function flagText(option: Option, field: Field | undefined): string {
  const { flags, argChoices } = option;
  const named = argChoices ? flags.replace(/<.*>$/, `<${argChoices.join("|")}>`) : flags;
  const repeated = field?.kind === "list" || field?.kind === "files" ? `${named}*` : named;
  return field?.required ? repeated : `[${repeated}]`;
}
