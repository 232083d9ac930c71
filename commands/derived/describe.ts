import { z } from "zod";
import type { Contract, Endpoint, RouteKey } from "../../routes/endpoint.ts";
import { answerFields } from "./answer_fields.ts";
import type { CommandDomain, Derived, ResponseKind } from "./command.ts";
import { fieldsOf } from "./schema_fields.ts";

/**
 * Returns every endpoint's command, from the contracts. It reads all schemas, so commands find the result in a file:
 * see `command_file.ts`.
 */
export const describeCommands = (contracts: Readonly<Record<string, Contract>>): Derived[] =>
  (Object.entries(contracts) as [CommandDomain, Contract][]).flatMap(([domain, contract]) =>
    (Object.entries(contract) as [RouteKey, Endpoint][]).map(([key, endpoint]) => ({
      key,
      domain,
      words: endpoint.cli.split(" "),
      summary: endpoint.summary,
      answer: answerOf(endpoint),
      list: isList(endpoint),
      body: endpoint.body !== undefined,
      creates: endpoint.status === 201,
      fields: fieldsOf(endpoint),
      answerFields: answerFields(endpoint).join(","),
      ...(endpoint.argument && { argument: endpoint.argument }),
      ...(endpoint.failsOn && { failsOn: endpoint.failsOn }),
    }))
  );

function answerOf({ output }: Endpoint): ResponseKind {
  if (!("kind" in output)) return "json";
  if (output.kind === "page" || output.kind === "fixed") return "html";
  return output.kind === "asset" ? "binary" : output.kind;
}

function isList({ output, body }: Endpoint): boolean {
  if (body || !(output instanceof z.ZodType)) return false;
  return output instanceof z.ZodArray || (output instanceof z.ZodObject && "items" in output.shape);
}
