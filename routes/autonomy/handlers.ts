import { admissionsOf, revokeAdmission } from "../../services/control/autonomy/admissions.ts";
import { admitFile } from "../../services/control/autonomy/admit_file.ts";
import { revokeFile } from "../../services/control/autonomy/revoke_file.ts";
import { setDefaults } from "../../services/control/autonomy/set_defaults.ts";
import { showDefaults } from "../../services/control/autonomy/show_defaults.ts";
import { listRepositories } from "../../services/control/autonomy/list.ts";
import { setDial } from "../../services/control/autonomy/set_dial.ts";
import { unaskedOf } from "../../services/execution/run_views/unasked.ts";
import { domain } from "../domain.ts";
import { autonomy } from "./contract.ts";

export const autonomyDomain = domain(autonomy, {
  "GET /repositories": (ctx) => listRepositories(ctx),
  "POST /repositories/dial": (ctx, { body }) => setDial(ctx, body),
  "GET /repositories/defaults": (ctx, { query }) => showDefaults(ctx, query),
  "POST /repositories/defaults": (ctx, { body }) => setDefaults(ctx, body),
  "POST /repositories/defaults/file/admit": (ctx, { body }) => admitFile(ctx, body),
  "POST /repositories/defaults/file/revoke": (ctx, { body }) => revokeFile(ctx, body),
  "GET /repositories/admissions": (ctx, { query }) => admissionsOf(ctx, query),
  "POST /repositories/admissions/:id/revoke": (ctx, { params }) => revokeAdmission(ctx, params.id),
  "GET /runs/:id/unasked": (ctx, { params }) => unaskedOf(ctx, params.id),
});
