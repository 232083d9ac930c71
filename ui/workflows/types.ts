import type { JsonSchema } from "../../client/form_fields.ts";
import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** A saved workflow in the list. */
export type WorkflowSummary = Result<Api["GET /saved-workflows"]>[number];
/** A saved workflow with one of its versions. */
export type Workflow = Result<Api["GET /saved-workflows/:id"]>;
/** A run of a workflow in lists. */
export type WorkflowRun = Result<Api["GET /runs"]>[number];
/** A template for a new workflow. */
export type WorkflowTemplate = Result<Api["GET /workflow-templates"]>[number];
/** The declaration of a kind of node. */
export type Primitive = Result<Api["GET /workflow-primitives"]>[number];
/** The result of validating a definition. */
export type Validation = Workflow["validation"];
/** The permissions of a workflow. */
export type BlastRadius = Workflow["blastRadius"];
/** The result of a dry run or a sandbox run. */
export type TestRun = Result<Api["POST /workflow-test-runs/run"]>;
/** The mode of a test run: execute nothing, or work on a copy of the repository. */
export type TestMode = "dry" | "sandbox";
/** A draft, with the result for each line of an imported file. */
export type Draft = Result<Api["POST /workflow-builder/assist"]>;

/** The differences between two definitions. */
export type DefinitionChanges = NonNullable<Draft["difference"]>;

/** The path of the page that begins a new workflow. */
export const NEW_WORKFLOW_PATH = "/dashboard/workflows/new";

/** Returns the path of the editor of a workflow. */
export const editPath = (id: string): string => `/dashboard/workflows/${encodeURIComponent(id)}/edit`;

/** The path of the list of workflows. */
export const WORKFLOWS_PATH = "/dashboard/workflows";

/** The shown fields of a node of a definition. */
export type DefinedNode = {
  id: string;
  kind: string;
  title?: string;
  dependsOn?: string[];
  when?: string;
  join?: string;
  onError?: string;
  retry?: { max: number };
  timeout?: string;
  with?: {
    nodes?: DefinedNode[];
    until?: string;
    max?: number;
    items?: string;
    contenders?: { provider: string; model?: string }[];
    maxParallel?: number;
    cases?: { when: string; id: string }[];
    default?: string;
    command?: string;
    workflowId?: string;
  };
};

/** The shown fields of a definition. */
type ShownDefinition = { nodes: DefinedNode[]; inputs?: JsonSchema; repoPath?: string };

/** Returns the definition of a workflow, which was validated when it was saved. */
export const definitionOf = ({ definition }: Pick<Workflow, "definition">): ShownDefinition =>
  definition as ShownDefinition;
