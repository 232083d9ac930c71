import { draftWorkflow } from "../../services/workforce/drafting/draft.ts";
import { testRun } from "../../services/execution/nodes/trial/test_run.ts";
import { runSavedWorkflow } from "../../services/execution/nodes/trial/run_saved.ts";
import { showObserved } from "../../services/execution/run_views/observed_files.ts";
import { made } from "../../services/ground/kernel/made.ts";
import { activateWorkflow, deactivateWorkflow } from "../../services/control/workflows/activate.ts";
import { prepareDelete } from "../../services/control/workflows/delete.ts";
import { listWorkflows } from "../../services/control/workflows/list.ts";
import { listTemplates } from "../../services/control/workflows/list_templates.ts";
import { listPrimitives } from "../../services/control/workflows/primitives.ts";
import { prepareSave } from "../../services/control/workflows/save.ts";
import { domain } from "../domain.ts";
import { workflows } from "./contract.ts";

export const workflowsDomain = domain(workflows, {
  "GET /workflow-templates": () => listTemplates(),
  "GET /workflow-primitives": () => listPrimitives(),
  "POST /workflow-builder/assist": (ctx, { body }) => draftWorkflow(ctx, body),
  "POST /workflow-test-runs/run": {
    prepare: async (ctx, { body }) => {
      const result = await testRun(ctx, body);
      return () => made(result);
    },
  },
  "GET /saved-workflows": (ctx, { query }) => listWorkflows(ctx, query),
  "POST /saved-workflows": { prepare: (ctx, { body }) => prepareSave(ctx, body) },
  "GET /saved-workflows/:id": (ctx, { params, query }) => showObserved(ctx, params.id, query),
  "DELETE /saved-workflows/:id": { prepare: (ctx, { params }) => prepareDelete(ctx, params.id) },
  "POST /saved-workflows/:id/activate": (ctx, { params, body }) => activateWorkflow(ctx, params.id, body),
  "POST /saved-workflows/:id/run": {
    prepare: (ctx, { params, body }) => runSavedWorkflow(ctx, params.id, body),
  },
  "POST /saved-workflows/:id/deactivate": (ctx, { params, body }) => deactivateWorkflow(ctx, params.id, body),
});
