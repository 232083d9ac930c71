import { inviteMachine } from "../../services/workforce/worker_machines/invite.ts";
import { listMachines } from "../../services/workforce/worker_machines/list.ts";
import { machineLog } from "../../services/workforce/worker_machines/log.ts";
import { revokeMachine } from "../../services/workforce/worker_machines/revoke.ts";
import { setStanding } from "../../services/workforce/worker_machines/set_standing.ts";
import { changePlacement } from "../../services/workforce/worker_machines/settings.ts";
import { setDraining } from "../../services/workforce/worker_machines/set_draining.ts";
import { domain } from "../domain.ts";
import { workerMachines } from "./contract.ts";

export const workerMachinesDomain = domain(workerMachines, {
  "GET /workers": (ctx) => listMachines(ctx),
  "GET /workers/:id/log": (ctx, { params, query }) => machineLog(ctx, params.id, query),
  "POST /workers": (ctx, { body }) => inviteMachine(ctx, body),
  "POST /workers/placement": (ctx, { body }) => changePlacement(ctx, body),
  "POST /workers/:id/trust": (ctx, { params, body }) => setStanding(ctx, params.id, body),
  "POST /workers/:id/drain": (ctx, { params }) => setDraining(ctx, params.id, true),
  "POST /workers/:id/resume": (ctx, { params }) => setDraining(ctx, params.id, false),
  "POST /workers/:id/revoke": (ctx, { params, body }) =>
    revokeMachine(ctx, params.id, body.reason ?? "A human revoked it."),
});
