import { createResource, type Resource } from "../../kit/resource.ts";
import type { Frame } from "../../shell/mod.ts";
import type { ContextPreview } from "../common/types.ts";

/** The targets of a context, with their labels. */
export const TARGETS = [
  { value: "project", label: "Project" },
  { value: "runId", label: "Run" },
  { value: "taskSessionId", label: "Task" },
  { value: "conversationId", label: "Conversation" },
] as const;
/** The name of the field of a target. */
type TargetField = typeof TARGETS[number]["value"];

/** The inputs of the preview; all are in the address. */
export type PreviewInputs = {
  target: TargetField;
  id: string;
  query: string;
  budget: string;
  without: readonly string[];
};

/** Returns the question in an address. */
export const questionOf = (query: Readonly<Record<string, string>>): PreviewInputs => ({
  target: TARGETS.find(({ value }) => value === query.for)?.value ?? "project",
  id: query.id ?? "",
  query: query.q ?? "",
  budget: query.budget ?? "2000",
  without: query.without?.split(",").filter(Boolean) ?? [],
});

/** Returns the store of the preview of a question. */
export const createPreviewStore = (question: PreviewInputs) => ({ call }: Frame): Resource<ContextPreview> =>
  createResource(() => {
    const { target, id, query, budget, without } = question;
    return call("GET /memory/context-preview", {
      query: {
        budget: Number(budget),
        ...(id && { [target]: id }),
        ...(query && { query }),
        ...(without.length > 0 && { without: without.join(",") }),
      },
    });
  });
