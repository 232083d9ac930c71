import { Attempts } from "../../ground/effects/attempts.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import { deliverAlert, nextAlert } from "./deliver.ts";
import { inputsOf } from "./run_command.ts";
import type { SendingLive } from "./send.ts";

/** Sends alerts about notifications through the hook that the operator set; without a hook, nothing is sent. */
export const alerts = part({
  name: "alerts",
  open: (_: Core & SendingLive, { boundary }: { boundary?: Boundary }) => new Attempts("abort", boundary),
  start: async (_, { config }) => {
    await Deno.remove(inputsOf(config.storageDirectory), { recursive: true }).catch(() => {});
  },
  stop: (attempts) => attempts.stop(),
  due: [{
    kind: "alerts",
    movedBy: "every",
    next: (ctx) => nextAlert(ctx),
    begin: (ctx) =>
      ctx.alerts.once("due", (attempt) => deliverAlert(ctx, attempt)).catch((cause) => {
        // The alert is then sent after the next start.
        if (!ctx.alerts.stopped) throw cause;
      }),
  }],
});
