import { type Command, Option } from "commander";
import type { Derived } from "./command.ts";
import { isDeletion } from "./deleted.ts";
import type { Field } from "./fields.ts";
import { ACTING, addActionOptions } from "./action_text.ts";
import { addCallbackOptions, CALLBACK } from "./oauth_callback.ts";
import { TOKENS } from "../service/connection.ts";
import { pageOfList } from "./saved_view.ts";
import { addDeliveryOptions, DELIVERY } from "./webhook_delivery.ts";

/** Adds the flags of every command that connects to a service. `token` is the variable with the token that it sends. */
export function addServiceOptions(
  command: Command,
  json = "print one JSON document",
  token: string = TOKENS.operator.variable,
): Command {
  return command.optionsGroup("Service:")
    .option("--json", json)
    .option("--url <url>", "address of the service (default: AGENT_HARNESS_URL)")
    .option("--token-file <file>", `file with the token (default: ${token})`);
}

/** Adds the flags of a derived command. */
export function addFields(command: Command, derived: Derived): void {
  const { fields, body, creates, answer, list } = derived;
  command.optionsGroup("Options:");
  for (const field of fields) {
    for (const option of optionsFor(field)) command.addOption(option);
  }
  if (body) {
    command.option("--json-body <file>", "file with the body as JSON, - for stdin; flags override it");
  }
  if (derived.key === DELIVERY) addDeliveryOptions(command);
  if (derived.key === ACTING) addActionOptions(command);
  if (derived.key === CALLBACK) addCallbackOptions(command);
  if (creates) {
    command.option("--idempotency-key <key>", "a repeated key within a day creates nothing new");
  }
  if (answer === "json" || (answer === "sse" && !body)) {
    command.option(
      "--fields <names>",
      "show only these fields, such as id,status or verifier.command",
    );
  }
  const page = pageOfList(derived.key);
  if (page !== undefined) {
    command.option("--view <name>", `filtered as a saved view of the page ${page}; other flags go over it`);
  }
  if (list) command.option("--watch", "update whenever it changes, until Ctrl-C");
  if (isDeletion(derived)) command.option("--yes", "delete without asking");
  if (answer === "binary") {
    command.option("--output <file>", "write to this file instead of stdout");
  }
}

function optionsFor(field: Field): Option[] {
  const { flag, kind, choices, description } = field;
  if (kind === "boolean") {
    return [new Option(`--${flag}`, description), new Option(`--no-${flag}`).hideHelp()];
  }
  const names = {
    text: "text",
    number: "number",
    list: "text",
    files: "path",
    json: "json",
    "text or json": "text",
    secret: "file",
  };
  const typed = field.words === undefined ? names[kind] : "words|json";
  const option = new Option(`--${flag} <${typed}>`, description);
  if (choices) option.choices([...choices, ...(field.nullable ? ["null"] : [])]);
  if (kind === "list" || kind === "files") {
    const split = (value: string) => field.commas ? commaSeparated(value) : [value];
    option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), ...split(value)]);
  }
  return [option];
}

/** Returns the flag of each field of a command's request. */
export const flagsOf = ({ fields }: Derived): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map(({ path, flag }) => [path.join("."), `--${flag}`]));

/** Returns the values of a list; none for an empty text. */
export const commaSeparated = (text: string): string[] =>
  text.split(",").map((value) => value.trim()).filter(Boolean);

/** Returns the name under which commander stores the value of a flag. */
export const attributeOf = (flag: string): string => new Option(`--${flag} <x>`).attributeName();
