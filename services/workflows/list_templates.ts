import { blastRadiusOf } from "./graph/blast_radius.ts";
import { requireValid } from "./sources.ts";
import { TEMPLATE_SOURCES } from "./template_sources.ts";
import type { WorkflowTemplateView } from "./catalog_schemas.ts";

/** Returns every built-in template with its definition and what it may touch. */
export async function listTemplates(): Promise<WorkflowTemplateView[]> {
  return await Promise.all(
    Object.entries(TEMPLATE_SOURCES).map(async ([id, source]) => {
      const { definition } = await requireValid(source);
      const { name, description, inputs = {} } = definition;
      return {
        id,
        name,
        description,
        version: 1,
        inputs,
        definition,
        source,
        blastRadius: blastRadiusOf(definition),
      };
    }),
  );
}
