import { TEMPLATE_SOURCES } from "./template_sources.ts";

/** A built-in template. */
type WorkflowTemplate = {
  id: string;
  name: string;
  description: string;
  /** How a run that names it does its request: in parts, or in the written order. Null if it is to be saved first. */
  mode: "parallel" | "sequential" | null;
};

const MODES: Readonly<Record<string, WorkflowTemplate["mode"]>> = {
  sequential: "sequential",
  parallel: "parallel",
};

/** The built-in templates, as their texts name and describe them. */
export const TEMPLATES: readonly WorkflowTemplate[] = Object.entries(TEMPLATE_SOURCES).map(([id, source]) => {
  const [, name = "", description = ""] = /^name: (.+)\ndescription: (.+)\n/.exec(source) ?? [];
  return { id, name, description, mode: MODES[id] ?? null };
});

/** Returns the built-in template with that id, or null. */
export const findTemplate = (id: string): WorkflowTemplate | null =>
  TEMPLATES.find((template) => template.id === id) ?? null;
