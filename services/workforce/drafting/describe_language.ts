import { z } from "zod";
import { nodeSchema, outlineSchema } from "../../control/workflows/language/definition.ts";
import { listPrimitives } from "../../control/workflows/primitives.ts";
import { TEMPLATE_SOURCES } from "../../control/workflows/template_sources.ts";

/** Returns the language in words and schemas, for a model that is to write it. */
export const describeLanguage = (): string =>
  `The language is YAML. Unknown keys are errors.
- "when", "until", "items" and the "when" of a case are bare CEL. Texts contain \${{ … }} with CEL in it; a "command" contains none: pass values with "env" and use them as "$NAME".
- Expressions read inputs.<name>, nodes.<id>.<field of its output> of nodes before, item (or the name under "as"), iteration.number, trigger, run. They cannot read the time or random numbers, or use regular expressions.
- A node runs after those in "dependsOn"; without it, it runs at once. Ids are unique in the whole definition.
- Durations are ISO 8601, such as PT2H. The host of an address must be in "hosts" of the definition.
- A command that may fail without failing the workflow has "onError: continue".

The definition: ${jsonOf(outlineSchema)}
A node: ${jsonOf(nodeSchema)}
The kinds of nodes, with their fields under "with":
${primitives()}

An example:
${TEMPLATE_SOURCES["fix-until-green"]}`;

const jsonOf = (schema: z.ZodType): string =>
  JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));

function primitives(): string {
  return listPrimitives().map(({ id, description, withSchema, outputSchema, example }) =>
    `${id}: ${description}\nwith: ${JSON.stringify(withSchema)}\noutput: ${
      JSON.stringify(outputSchema)
    }\n${example}`
  ).join("\n\n").replaceAll(/"\$schema":"[^"]+",/g, "");
}
