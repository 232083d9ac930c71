import { capsuleContents } from "../../services/operations/capsules/contents.ts";
import { exportCapsule } from "../../services/operations/capsules/export.ts";
import { domain } from "../domain.ts";
import { capsules } from "./contract.ts";

export const capsulesDomain = domain(capsules, {
  "GET /runs/:id/capsule": (ctx, { params }) => capsuleContents(ctx, params.id),
  "POST /runs/:id/capsule": (ctx, { params, body }) => exportCapsule(ctx, params.id, body),
});
