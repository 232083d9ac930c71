import { commandCenterSnapshotSchema } from "../../services/conversation/command_center/schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Coordinator and conversations: the command centre. */
export const commandCenter = contract({
  "GET /coordinator/command-center": {
    summary: "Show what needs attention, what is running and what went wrong",
    access: "agent-read",
    output: commandCenterSnapshotSchema,
    cli: "coordinator command-center",
  },
});
