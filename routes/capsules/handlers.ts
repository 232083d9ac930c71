import { capsuleContents } from "../../services/operations/capsules/contents.ts";
import { exportCapsule } from "../../services/operations/capsules/export.ts";
import type { ServiceCtx } from "../../services/parts.ts";
import type { Handlers } from "../endpoint.ts";
import type { capsules } from "./contract.ts";

export const capsulesHandlers: Handlers<typeof capsules, ServiceCtx> = {
  "GET /runs/:id/capsule": (ctx, { params }) => capsuleContents(ctx, params.id),
  "POST /runs/:id/capsule": (ctx, { params, body }) => exportCapsule(ctx, params.id, body),
};
