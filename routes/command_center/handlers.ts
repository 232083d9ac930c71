import type { ServiceCtx } from "../../services/parts.ts";
import { commandCenter as showCommandCenter } from "../../services/conversation/command_center/command_center.ts";
import type { Handlers } from "../endpoint.ts";
import type { commandCenter } from "./contract.ts";

export const commandCenterHandlers: Handlers<typeof commandCenter, ServiceCtx> = {
  "GET /coordinator/command-center": (ctx) => showCommandCenter(ctx),
};
