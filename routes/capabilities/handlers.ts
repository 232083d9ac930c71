import { getCapability, listCapabilities } from "../../services/workforce/capabilities/list.ts";
import { listTools } from "../../services/workforce/capabilities/tools.ts";
import type { ServiceCtx } from "../../services/parts.ts";
import type { Handlers } from "../endpoint.ts";
import type { capabilities } from "./contract.ts";

export const capabilitiesHandlers: Handlers<typeof capabilities, ServiceCtx> = {
  "GET /capabilities": (ctx, { query }) => listCapabilities(ctx, query),
  "GET /capabilities/:id": (ctx, { params }) => getCapability(ctx, params.id),
  "GET /tools": () => listTools(),
};
