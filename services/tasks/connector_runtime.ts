import { join } from "node:path";
import { processStream } from "../../store/processes/stream.ts";
import { type Connector, layOut } from "../connectors/files.ts";
import type { ConnectorRuntime } from "../connectors/program.ts";
import { record } from "../kernel/context.ts";
import { removeTree } from "../repositories/mod.ts";
import type { Attempt } from "./attempt.ts";

/**
 * Calls `work` with a directory for the connector that contains only the approved bytes. Process groups are recorded before
 * they start, so the next start can end what a killed service left.
 */
export async function withRuntime<T>(
  { step, id, signal }: Attempt,
  connector: Connector,
  work: (runtime: ConnectorRuntime) => Promise<T>,
): Promise<T> {
  const { ctx } = step;
  const place = step.workspacePath(`${id}-connector`);
  const [directory, calls] = [join(place, "program"), join(place, "calls")];
  const processes: string[] = [];
  await removeTree(place);
  try {
    await layOut(connector, directory);
    await Deno.mkdir(calls, { mode: 0o700 });
    return await work({
      directory,
      calls,
      double: null,
      sandbox: null,
      signal,
      onSpawn: async (group) => {
        const processId = ctx.newId("process");
        const data = { ...group, purpose: "connector" };
        await ctx.store.commit(() => {
          endAll();
          record(ctx, processStream, processId, [{ type: "process.started", data }], step.context(id));
        });
        processes.push(processId);
      },
    });
  } finally {
    if (processes.length > 0) await ctx.store.commit(endAll);
    await removeTree(place);
  }

  /** Calls run one after another: before the next one starts, no process of the previous one is left. */
  function endAll(): void {
    for (const processId of processes.splice(0)) {
      if (!ctx.store.documents.has(processStream, processId)) continue;
      const data = { outcome: "its call ended" };
      record(ctx, processStream, processId, [{ type: "process.ended", data }], step.context(id));
    }
  }
}
