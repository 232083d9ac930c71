import { listEffects } from "../../services/operations/effects/list.ts";
import { settleEffect } from "../../services/operations/effects/settle.ts";
import { domain } from "../domain.ts";
import { effects } from "./contract.ts";

export const effectsDomain = domain(effects, {
  "GET /control-plane/effects": (ctx, { query }) => listEffects(ctx, query),
  "POST /control-plane/effects/:id/settle": {
    prepare: (ctx, { params, body }) => settleEffect(ctx, params.id, body),
  },
});
