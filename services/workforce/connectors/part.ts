import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import { runProcess } from "../../machine/processes/run.ts";
import { capabilitySubject } from "./enable.ts";
import { blockChanged } from "./enabled.ts";
import type { ConnectorsLive, RunProgram } from "./program.ts";

/** Lets a human enable connectors, blocks those that were changed since, and runs their programs. */
export const connectors = part({
  name: "connectors",
  open: (_: Core, options: { runConnector?: RunProgram }): ConnectorsLive["connectors"] => ({
    run: options.runConnector ?? runProcess,
  }),
  subjects: [capabilitySubject],
  tidy: (ctx: Ctx<ConnectorsLive>) => ctx.write(() => blockChanged(ctx)),
});
