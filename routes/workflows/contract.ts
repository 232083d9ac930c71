import { z } from "zod";
import {
  workflowPrimitiveSchema,
  workflowTemplateSchema,
} from "../../services/control/workflows/catalog_schemas.ts";
import {
  testWorkflowInputSchema,
  testWorkflowResultSchema,
} from "../../services/control/workflows/test_schemas.ts";
import { assistInputSchema, assistResultSchema } from "../../services/workforce/drafting/assist_schemas.ts";
import {
  activateWorkflowInputSchema,
  deactivateWorkflowInputSchema,
  deletedWorkflowSchema,
  savedWorkflowSchema,
  saveWorkflowInputSchema,
  workflowListQuerySchema,
  workflowQuerySchema,
} from "../../services/control/workflows/schemas.ts";
import { runWorkflowInputSchema } from "../../services/control/runs/run_workflow.ts";
import { ownRun } from "../about.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Profiles, capabilities, skills, workflows: the rows of workflows. */
export const workflows = contract({
  "GET /workflow-templates": {
    summary: "List built-in workflow templates, their definitions and what they may touch",
    access: "agent-read",
    output: z.array(workflowTemplateSchema),
    cli: "workflows templates",
  },
  "GET /workflow-primitives": {
    summary: "List the kinds of workflow nodes",
    access: "agent-read",
    output: z.array(workflowPrimitiveSchema),
    cli: "workflows primitives",
  },
  "POST /workflow-builder/assist": {
    summary: "Draft a workflow from a description or another tool's definition, without saving it",
    body: assistInputSchema,
    output: assistResultSchema,
    cli: "workflows assist",
    argument: "content",
  },
  "POST /workflow-test-runs/run": {
    summary: "Test a workflow with stubs, or in a sandbox on a copy of the repository",
    body: testWorkflowInputSchema,
    output: testWorkflowResultSchema,
    creates: { about: null },
    cli: "workflows dry-run",
    argument: "source",
    failsOn: { field: "status", values: ["invalid", "failed"] },
  },
  "GET /saved-workflows": {
    summary: "List saved workflows, newest first",
    query: workflowListQuerySchema,
    output: z.array(savedWorkflowSchema),
    cli: "workflows list",
  },
  "POST /saved-workflows": {
    summary: "Save a workflow, or a new version of one",
    body: saveWorkflowInputSchema,
    output: savedWorkflowSchema,
    creates: { about: null },
    cli: "workflows save",
    argument: "source",
  },
  "GET /saved-workflows/:id": {
    summary: "Show one version of a saved workflow and how it differs from another",
    query: workflowQuerySchema,
    output: savedWorkflowSchema,
    cli: "workflows get",
  },
  "DELETE /saved-workflows/:id": {
    summary: "Delete a saved workflow; its runs keep their definition",
    output: deletedWorkflowSchema,
    cli: "workflows delete",
  },
  "POST /saved-workflows/:id/activate": {
    summary: "Activate a version, so that automations and agents can run it",
    body: activateWorkflowInputSchema,
    output: savedWorkflowSchema,
    cli: "workflows activate",
  },
  "POST /saved-workflows/:id/run": {
    summary: "Queue a run of a saved workflow; the command also accepts a file and saves it first",
    body: runWorkflowInputSchema,
    output: testWorkflowResultSchema,
    creates: { about: ownRun },
    cli: "workflows run",
  },
  "POST /saved-workflows/:id/deactivate": {
    summary: "Deactivate a workflow, so that only the operator can run it",
    body: deactivateWorkflowInputSchema,
    output: savedWorkflowSchema,
    cli: "workflows deactivate",
  },
});
