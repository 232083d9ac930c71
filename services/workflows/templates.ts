/** How a built-in template runs its tasks: in parallel if they are independent, or in the written order. */
export type WorkflowTemplate = {
  id: string;
  name: string;
  description: string;
  mode: "parallel" | "sequential";
};

/** The built-in templates. */
export const TEMPLATES: readonly WorkflowTemplate[] = [
  {
    id: "sequential",
    name: "In order",
    description: "One task session does the complete request in its written order.",
    mode: "sequential",
  },
  {
    id: "parallel",
    name: "Side by side",
    description: "Independent parts become separate task sessions, as in a coordinator run.",
    mode: "parallel",
  },
];

/** Returns the built-in template with that id, or null. */
export const findTemplate = (id: string): WorkflowTemplate | null =>
  TEMPLATES.find((template) => template.id === id) ?? null;

export const templateIds = (): string[] => TEMPLATES.map((template) => template.id);
