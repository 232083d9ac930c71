import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** A saved workflow as the list shows it. */
export type WorkflowSummary = Result<Api["GET /saved-workflows"]>[number];
/** A saved workflow with one of its versions. */
export type Workflow = Result<Api["GET /saved-workflows/:id"]>;
/** A template to begin with. */
export type Template = Result<Api["GET /workflow-templates"]>[number];
/** What was found in a definition. */
export type Validation = Workflow["validation"];
/** A node of a definition, as far as the tree shows it. */
export type TreeNode = {
  id: string;
  kind: string;
  title?: string;
  dependsOn?: string[];
  when?: string;
  with?: { nodes?: TreeNode[] };
};
