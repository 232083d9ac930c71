import { type Command, Option } from "commander";
import { z } from "zod";
import type { Endpoint } from "../../routes/endpoint.ts";
import { type Field, fieldsOf } from "./fields.ts";

/** The flags of every command that talks to a service. */
export function addServiceOptions(command: Command, json = "print one JSON document"): Command {
  return command.optionsGroup("Service:")
    .option("--json", json)
    .option("--url <url>", "where the service is; else AGENT_HARNESS_URL")
    .option("--token-file <file>", "file with the token; else AGENT_HARNESS_TOKEN");
}

/** Puts an endpoint's fields on its command as flags, and gives them. */
export function addFields(command: Command, endpoint: Endpoint): Field[] {
  const fields = fieldsOf(endpoint);
  command.optionsGroup("Options:");
  for (const field of fields) {
    for (const option of optionsFor(field)) command.addOption(option);
  }
  if (endpoint.body) {
    command.option("--json-body <file>", "body as a JSON object, - for stdin; flags go over it");
  }
  if (endpoint.status === 201) {
    command.option("--idempotency-key <key>", "the same key within a day makes nothing twice");
  }
  const kind = outputKind(endpoint);
  if (kind === "json" || kind === "sse") {
    command.option(
      "--fields <names>",
      "only these fields of the answer, such as id,status or verifier.command",
    );
  }
  if (canWatch(endpoint)) command.option("--watch", "show it again whenever it changes, until Ctrl-C");
  if (isDeletion(endpoint)) command.option("--yes", "delete without being asked");
  if (kind === "binary") {
    command.option("--output <file>", "write there, not to stdout");
  }
  return fields;
}

/** What an endpoint answers. */
export function outputKind({ output }: Endpoint): "json" | "sse" | "html" | "binary" {
  if (!("kind" in output)) return "json";
  return output.kind === "page" ? "html" : output.kind === "asset" ? "binary" : output.kind;
}

/** True for what cannot be had back; a person on a terminal is asked first. */
export const isDeletion = ({ cli }: Endpoint): boolean => cli.split(" ").at(-1) === "delete";

/** True for what answers a list, and nothing else happens when it is asked for. */
export const canWatch = (endpoint: Endpoint): boolean => {
  const { output, body } = endpoint;
  if (body || !(output instanceof z.ZodType)) return false;
  return output instanceof z.ZodArray || (output instanceof z.ZodObject && "items" in output.shape);
};

function optionsFor(field: Field): Option[] {
  const { flag, kind, choices, description } = field;
  if (kind === "boolean") {
    return [new Option(`--${flag}`, description), new Option(`--no-${flag}`).hideHelp()];
  }
  const names = { text: "text", number: "number", list: "text", files: "path", json: "json", secret: "file" };
  const option = new Option(`--${flag} <${names[kind]}>`, description);
  if (choices) option.choices([...choices, ...(field.nullable ? ["null"] : [])]);
  if (kind === "list" || kind === "files") {
    option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  }
  return [option];
}

/** The name under which commander keeps the value of a flag. */
export const attributeOf = (flag: string): string => new Option(`--${flag} <x>`).attributeName();
