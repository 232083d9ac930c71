import { applyProfileSettings } from "../../services/workforce/profiles/apply_settings.ts";
import { deleteProfile } from "../../services/workforce/profiles/delete.ts";
import { listProfiles } from "../../services/workforce/profiles/list.ts";
import { requireProfile } from "../../services/workforce/profiles/read_model.ts";
import { domain } from "../domain.ts";
import { profiles } from "./contract.ts";

export const profilesDomain = domain(profiles, {
  "GET /agent-profiles": (ctx, { query }) => listProfiles(ctx, query),
  "GET /agent-profiles/:id": (ctx, { params }) => requireProfile(ctx, params.id),
  "DELETE /agent-profiles/:id": (ctx, { params }) => deleteProfile(ctx, params.id),
  "POST /agent-profiles/settings": (ctx, { body }) => applyProfileSettings(ctx, body),
});
