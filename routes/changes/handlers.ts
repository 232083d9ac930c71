import { approveChange, rejectChange } from "../../services/control/changes/decide.ts";
import { getChange, listChanges } from "../../services/control/changes/read_model.ts";
import type { ServiceCtx } from "../../services/parts.ts";
import { prepareChange } from "../../services/workforce/profiles/propose.ts";
import type { Handlers } from "../endpoint.ts";
import type { changes } from "./contract.ts";

export const changesHandlers: Handlers<typeof changes, ServiceCtx> = {
  "GET /agent-profile-changes": (ctx, { query }) => listChanges(ctx, query),
  "POST /agent-profile-changes": {
    prepare: (ctx, { body }) => prepareChange(ctx, body),
  },
  "GET /agent-profile-changes/:id": (ctx, { params }) => getChange(ctx, params.id),
  "POST /agent-profile-changes/:id/approve": (ctx, { params, body }) => approveChange(ctx, params.id, body),
  "POST /agent-profile-changes/:id/reject": (ctx, { params, body }) => rejectChange(ctx, params.id, body),
};
