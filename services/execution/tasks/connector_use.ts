import { join } from "node:path";
import { processStream } from "../../../store/processes/stream.ts";
import { type Connector, layOut } from "../../workforce/connectors/files.ts";
import type { ConnectorRuntime } from "../../workforce/connectors/program.ts";
import { record } from "../../ground/kernel/context.ts";
import { removeTree } from "../../machine/repositories/mod.ts";
import type { TaskAttempt } from "./attempt.ts";
import type { ActionRequest } from "../../workforce/connectors/request.ts";
import type { PermissionRequest } from "../../workforce/workers/worker.ts";
import { sha256 } from "../../../store/chain.ts";
import type { ConnectorUse } from "../../workforce/workers/connector_use.ts";

/**
 * Calls `work` with a directory for the connector that contains only the approved bytes. Process groups are recorded before
 * they start, so the next start can end what a killed service left.
 */
export async function withRuntime<T>(
  { step, id, signal }: TaskAttempt,
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
      run: ctx.connectors.run,
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

/** Returns the question whether a human approves exactly this request of exactly these files of a connector. */
export function connectorQuestionOf(
  { declaration, contentSha256 }: Connector,
  request: ActionRequest,
  usedBefore: number,
): PermissionRequest {
  const { label, version, approval, limits, actions } = declaration;
  const { reversible } = actions.find(({ id }) => id === request.actionId)!;
  const shown = approval.showsFields.filter((field) => field in request.input)
    .map((field) => `${field}: ${JSON.stringify(request.input[field])}`).join(", ");
  return {
    // Not the key of the use: the approval is for these files of the connector only.
    key: request.sha256,
    kind: "external",
    title: `${label}: ${request.actionId} (${shown})`,
    detail: JSON.stringify({ label, version, contentSha256, ...request, currency: limits.currency }, null, 2),
    expiresIn: approval.expiresIn,
    warnings: [
      ...(reversible ? [] : ["It cannot be undone."]),
      ...(usedBefore === 0 ? [] : [`This task has already used ${request.actionId}: ${times(usedBefore)}.`]),
    ],
  };
}

const times = (count: number): string => count === 1 ? "once" : `${count} times`;

/** Counts the uses of connectors while a worker follows one set of instructions, to tell equal ones apart. */
export class ConnectorUses {
  readonly #begun = new Map<string, number>();

  constructor(readonly scope: readonly unknown[]) {}

  /** The key of a use. One that is begun again after a restart has the same. */
  keyOf({ connector, action, input }: ConnectorUse): string {
    const ordinal = this.#begun.get(nameOf({ connector, action, input })) ?? 0;
    return sha256(JSON.stringify([...this.scope, { connector, action, input, ordinal }]));
  }

  /** Records a use that has begun: the same request again is a new use. */
  begun(use: ConnectorUse): void {
    this.#begun.set(nameOf(use), (this.#begun.get(nameOf(use)) ?? 0) + 1);
  }
}

const nameOf = ({ connector, action, input }: ConnectorUse): string =>
  JSON.stringify([connector, action, input]);
