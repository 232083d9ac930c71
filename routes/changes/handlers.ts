import { approveChange, rejectChange } from "../../services/control/changes/decide.ts";
import { getChange, listChanges } from "../../services/control/changes/read_model.ts";
import { prepareChange } from "../../services/workforce/profiles/propose.ts";
import { domain } from "../domain.ts";
import { changes } from "./contract.ts";

export const changesDomain = domain(changes, {
  "GET /agent-profile-changes": (ctx, { query }) => listChanges(ctx, query),
  "POST /agent-profile-changes": {
    prepare: (ctx, { body }) => prepareChange(ctx, body),
  },
  "GET /agent-profile-changes/:id": (ctx, { params }) => getChange(ctx, params.id),
  "POST /agent-profile-changes/:id/approve": (ctx, { params, body }) => approveChange(ctx, params.id, body),
  "POST /agent-profile-changes/:id/reject": (ctx, { params, body }) => rejectChange(ctx, params.id, body),
});
