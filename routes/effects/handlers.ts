import { listEffects } from "../../services/operations/effects/list.ts";
import { settleEffect } from "../../services/operations/effects/settle.ts";
import type { ServiceCtx } from "../../services/parts.ts";
import type { Handlers } from "../endpoint.ts";
import type { effects } from "./contract.ts";

export const effectsHandlers: Handlers<typeof effects, ServiceCtx> = {
  "GET /control-plane/effects": (ctx, { query }) => listEffects(ctx, query),
  "POST /control-plane/effects/:id/settle": {
    prepare: (ctx, { params, body }) => settleEffect(ctx, params.id, body),
  },
};
