import { runStream } from "../../store/runs/stream.ts";
import { record } from "../kernel/context.ts";
import { homeDirectory } from "../kernel/environment.ts";
import { homeSeenAt } from "../processes/sandbox/mod.ts";
import type { AgentNetwork, NetworkDoor } from "../workers/agent_host.ts";
import type { Attempt } from "./attempt.ts";
import { ruleFor } from "../commands/confine.ts";
import { networkUseOf, openNetwork } from "../commands/network.ts";

/**
 * Opens network access for an agent's sandbox. It leads nowhere while the door is shut; its use is recorded once it is closed.
 */
export async function agentNetwork(
  { step, id, control, workspace }: Attempt,
  door: NetworkDoor,
): Promise<AgentNetwork> {
  await using undo = new AsyncDisposableStack();
  const rule = await ruleFor(step, control.repository.root, "agent");
  const way = await openNetwork(step, workspace, rule, homeSeenAt(homeDirectory()), undo, door);
  const all = undo.move();
  return {
    listeners: way.listeners,
    readable: [way.directory, ...way.readable],
    environment: way.environment,
    cut: way.cut,
    [Symbol.asyncDispose]: async () => {
      await all.disposeAsync();
      const used = networkUseOf({ sandbox: true, networkUse: way.use }, step.ctx.redactor);
      if (used === null) return;
      const data = { purpose: "agent", ...used };
      await step.ctx.store.commit(() =>
        record(step.ctx, runStream, step.runId, [{ type: "run.network_used", data }], step.context(id))
      );
    },
  };
}
