import { join } from "node:path";
import { processStream } from "../../../store/processes/stream.ts";
import { type Connector, layOut } from "../../connectors/files.ts";
import type { ConnectorSeat } from "../../connectors/program.ts";
import { record } from "../../kernel/context.ts";
import { removeTree } from "../../repositories/mod.ts";
import type { Attempt } from "../asking/guidance.ts";

/**
 * Returns the connector a directory with the bytes that were approved and nothing else, for as long as `work` goes on. Its
 * process groups are on record before they begin, so that the next start ends what a killed service left.
 */
export async function withSeat<T>(
  { step, id, signal }: Attempt,
  connector: Connector,
  work: (seat: ConnectorSeat) => Promise<T>,
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

  /** Calls come one after another: when the next begins, nothing is left of the one before. */
  function endAll(): void {
    for (const processId of processes.splice(0)) {
      if (!ctx.store.documents.has(processStream, processId)) continue;
      const data = { outcome: "its call ended" };
      record(ctx, processStream, processId, [{ type: "process.ended", data }], step.context(id));
    }
  }
}
