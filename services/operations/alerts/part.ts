import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import { deliverAlert, nextAlert } from "./deliver.ts";
import { inputsOf } from "./run_command.ts";
import type { SendingLive } from "./send.ts";
import { Sender } from "./sender.ts";

/** Sends alerts about notifications through the hook that the operator set; without a hook, nothing is sent. */
export const alerts = part({
  name: "alerts",
  open: (_: Core & SendingLive) => new Sender(),
  start: async (_, { config }) => {
    await Deno.remove(inputsOf(config.storageDirectory), { recursive: true }).catch(() => {});
  },
  stop: (sender) => sender.stop(),
  due: [{
    kind: "alerts",
    movedBy: "every",
    next: (ctx) => nextAlert(ctx),
    begin: (ctx) => ctx.alerts.whileRunning((signal) => deliverAlert(ctx, signal)),
  }],
});
