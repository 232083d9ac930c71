import { pass, type Traffic } from "../../sessions/models/proxy/pass.ts";
import type { ForwardedCall } from "../../workforce/worker_machines/wire/mod.ts";
import type { Worker, WorkerTask } from "../../workforce/workers/worker.ts";
import type { RunPort } from "../commands/ports.ts";

/** What a program on another machine may call here, and what answers it. */
type ModelCalls = {
  models: { kind: string; label: string; model: string };
  answer: (call: ForwardedCall) => Promise<Response>;
};

/** Returns what answers the model calls of a task's program with the provider's key; null for one that makes none here. */
export function modelCallsOf(port: RunPort, worker: Worker, task: WorkerTask): ModelCalls | null {
  const found = worker.upstream?.();
  if (!found) return null;
  const { provider: upstream, model } = found;
  const traffic: Traffic = { open: 0, lastAt: performance.now(), failure: null };
  const owner = { ctx: port.ctx, runId: port.runId, taskSessionId: task.taskSessionId };
  return {
    models: { kind: upstream.kind.id, label: upstream.label, model },
    answer: ({ method, path, headers, body }) => {
      const sent = method === "POST" ? { body } : {};
      const request = new Request(`http://control-plane.invalid${path}`, { method, headers, ...sent });
      return pass({ owner, upstream, socket: null }, traffic, request, task.signal);
    },
  };
}
