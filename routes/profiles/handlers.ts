import type { ServiceCtx } from "../../services/parts.ts";
import { applyProfileSettings } from "../../services/workforce/profiles/apply_settings.ts";
import { deleteProfile } from "../../services/workforce/profiles/delete.ts";
import { listProfiles } from "../../services/workforce/profiles/list.ts";
import { requireProfile } from "../../services/workforce/profiles/read_model.ts";
import type { Handlers } from "../endpoint.ts";
import type { profiles } from "./contract.ts";

export const profilesHandlers: Handlers<typeof profiles, ServiceCtx> = {
  "GET /agent-profiles": (ctx, { query }) => listProfiles(ctx, query),
  "GET /agent-profiles/:id": (ctx, { params }) => requireProfile(ctx, params.id),
  "DELETE /agent-profiles/:id": (ctx, { params }) => deleteProfile(ctx, params.id),
  "POST /agent-profiles/settings": (ctx, { body }) => applyProfileSettings(ctx, body),
};
