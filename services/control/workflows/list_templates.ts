import { blastRadiusOf } from "./graph/blast_radius.ts";
import { requireValid } from "./sources.ts";
import { TEMPLATE_SOURCES } from "./template_sources.ts";
import type { WorkflowTemplateView } from "./catalog_schemas.ts";
import { findTemplate } from "./templates.ts";

/** Returns every built-in template with its definition and what it may touch. */
export async function listTemplates(): Promise<WorkflowTemplateView[]> {
  return await Promise.all(
    Object.entries(TEMPLATE_SOURCES).map(async ([id, source]) => {
      const { definition } = await requireValid(source);
      const { name, description, inputs = {} } = definition;
      const usage = findTemplate(id)!.mode === null ? "saved_workflow" as const : "run" as const;
      return {
        id,
        name,
        description,
        version: 1,
        usage,
        inputs,
        definition,
        source,
        blastRadius: blastRadiusOf(definition),
      };
    }),
  );
}
