import { commandCenter as showCommandCenter } from "../../services/conversation/command_center/command_center.ts";
import { domain } from "../domain.ts";
import { commandCenter } from "./contract.ts";

export const commandCenterDomain = domain(commandCenter, {
  "GET /coordinator/command-center": (ctx) => showCommandCenter(ctx),
});
