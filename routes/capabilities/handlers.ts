import { getCapability, listCapabilities } from "../../services/workforce/capabilities/list.ts";
import { listTools } from "../../services/workforce/capabilities/tools.ts";
import { domain } from "../domain.ts";
import { capabilities } from "./contract.ts";

export const capabilitiesDomain = domain(capabilities, {
  "GET /capabilities": (ctx, { query }) => listCapabilities(ctx, query),
  "GET /capabilities/:id": (ctx, { params }) => getCapability(ctx, params.id),
  "GET /tools": () => listTools(),
});
