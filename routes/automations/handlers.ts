import { checkExpressions } from "../../services/execution/automations/filter/check.ts";
import { deleteAutomation } from "../../services/execution/automations/delete.ts";
import { listAutomations } from "../../services/execution/automations/list.ts";
import { previewAutomation } from "../../services/execution/automations/preview.ts";
import { requireAutomation, showDetails } from "../../services/execution/automations/firing/read_model.ts";
import { saveAutomation } from "../../services/execution/automations/save.ts";
import { setStatus } from "../../services/execution/automations/set_status.ts";
import { triggerAutomation } from "../../services/execution/automations/trigger.ts";
import { warmSecret } from "../../services/execution/automations/webhook/authenticate.ts";
import { receiveWebhook } from "../../services/execution/automations/webhook/receive.ts";
import { replayedInputs } from "../../services/execution/automations/webhook/replayed_inputs.ts";
import { readTrigger } from "../../services/execution/automations/read_trigger.ts";
import { requireContenders } from "../../services/execution/executor/require_contenders.ts";
import { jsonOf } from "../body.ts";
import { domain } from "../domain.ts";
import { automations } from "./contract.ts";

export const automationsDomain = domain(automations, {
  "GET /automations": (ctx, { query }) => listAutomations(ctx, query),
  "POST /automations": {
    prepare: async (ctx, { body }) => {
      await checkExpressions(body.trigger);
      if (body.action.kind === "run") requireContenders(ctx, body.action);
      if (body.trigger.kind === "webhook") await warmSecret(ctx, body.trigger);
      return () => saveAutomation(ctx, body);
    },
  },
  "POST /automations/read-trigger": async (ctx, { body }) => {
    if (body.trigger) await checkExpressions(body.trigger);
    return await readTrigger(ctx, body);
  },
  "GET /automations/:id": (ctx, { params }) => showDetails(ctx, requireAutomation(ctx, params.id)),
  "DELETE /automations/:id": (ctx, { params }) => deleteAutomation(ctx, params.id),
  "POST /automations/:id/enable": (ctx, { params }) => setStatus(ctx, params.id, "enabled"),
  "POST /automations/:id/disable": (ctx, { params }) => setStatus(ctx, params.id, "disabled"),
  "POST /automations/:id/pause": (ctx, { params }) => setStatus(ctx, params.id, "paused"),
  "GET /automations/:id/preview": (ctx, { params, query }) => previewAutomation(ctx, params.id, query),
  "POST /automations/:id/trigger": {
    prepare: async (ctx, { params, body }) => {
      const replayed = await replayedInputs(ctx, params.id, body);
      return () => triggerAutomation(ctx, params.id, body, replayed);
    },
  },
  "POST /automation-webhooks/:path": (ctx, { params, headers, body }) =>
    receiveWebhook(ctx, { path: params.path, headers, body, read: jsonOf }),
});
