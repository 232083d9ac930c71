import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** A saved workflow as the list shows it. */
export type WorkflowSummary = Result<Api["GET /saved-workflows"]>[number];
/** A saved workflow with one of its versions. */
export type Workflow = Result<Api["GET /saved-workflows/:id"]>;
/** A template to begin with. */
export type Template = Result<Api["GET /workflow-templates"]>[number];
/** A kind of node, as it is declared. */
export type Primitive = Result<Api["GET /workflow-primitives"]>[number];
/** The result of validating a definition. */
export type Validation = Workflow["validation"];
/** The permissions of a workflow. */
export type BlastRadius = Workflow["blastRadius"];
/** The result of a dry run or a sandbox run. */
export type TestRun = Result<Api["POST /workflow-test-runs/run"]>;
/** The mode of a test run: execute nothing, or work on a copy of the repository. */
export type TestMode = "dry" | "sandbox";
/** A draft, with what became of each line of a foreign file. */
export type Draft = Result<Api["POST /workflow-builder/assist"]>;

/** The differences between two definitions. */
export type Changes = NonNullable<Draft["difference"]>;

/** The pages of the workflows. */
export const WORKFLOWS_PATH = "/dashboard/workflows";

/** A node of a definition, as far as it is shown. */
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
    maxParallel?: number;
    cases?: { when: string; id: string }[];
    default?: string;
    command?: string;
    workflowId?: string;
  };
};

/** A JSON Schema, as far as forms are made of it. */
export type JsonSchema = {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: JsonSchema;
  required?: string[];
  properties?: Record<string, JsonSchema>;
};

/** A definition, as far as it is shown. */
export type Definition = { nodes: DefinedNode[]; inputs?: JsonSchema; repoPath?: string };

/** The definition of a workflow: it was checked when it was saved. */
export const definitionOf = ({ definition }: Pick<Workflow, "definition">): Definition =>
  definition as Definition;
