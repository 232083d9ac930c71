import { z } from "zod";
import type { Contract, Endpoint } from "../../routes/endpoint.ts";
import type { CommandDomain, Derived, ResponseKind } from "./command.ts";
import { withWords } from "./in_words.ts";
import { fieldsOf } from "./schema_fields.ts";
import { entriesOf } from "../../store/shared/records.ts";

/** The maximum depth of listed fields. */
const DEEPEST = 3;

/**
 * Returns every endpoint's command, from the contracts. It reads all schemas, so commands find the result in a file:
 * see `command_file.ts`.
 */
export const describeCommands = (contracts: Readonly<Partial<Record<CommandDomain, Contract>>>): Derived[] =>
  entriesOf(contracts).flatMap(([domain, contract]) =>
    entriesOf(contract).map(([key, endpoint]) => ({
      key,
      domain,
      words: endpoint.cli.split(" "),
      summary: endpoint.summary,
      answer: answerOf(endpoint),
      list: isList(endpoint),
      body: endpoint.body !== undefined,
      creates: endpoint.creates !== undefined,
      fields: withWords(key, fieldsOf(endpoint)),
      answerFields: answerFields(endpoint).join(","),
      ...(endpoint.argument && { argument: endpoint.argument }),
      ...(endpoint.usual && { usual: endpoint.usual }),
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

type Shape = {
  $ref?: string;
  $defs?: Record<string, Shape>;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
};

/** Returns the fields of an endpoint's response or of its elements, for `--fields`. */
function answerFields({ output }: Endpoint): string[] {
  if (!(output instanceof z.ZodType)) return [];
  const root = z.toJSONSchema(output, { io: "output", unrepresentable: "any" }) as Shape;
  const resolve = (shape: Shape): Shape =>
    shape.$ref === undefined ? shape : resolve(root.$defs?.[shape.$ref.replace("#/$defs/", "")] ?? {});
  const walk = (given: Shape, before: readonly string[]): string[] => {
    const shape = resolve(given);
    const branches = shape.anyOf?.flatMap((branch) => walk(branch, before)) ?? [];
    if (shape.items) return [...branches, ...walk(shape.items, before)];
    const own = Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
      const path = [...before, name];
      return [path.join("."), ...(path.length < DEEPEST ? walk(inner, path) : [])];
    });
    return [...branches, ...own];
  };
  const top = resolve(root);
  return [...new Set(walk(top.properties?.items ?? top, []))];
}
