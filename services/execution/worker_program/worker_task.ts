import { workingDirectory } from "../../machine/repositories/mod.ts";
import type { AgentSession } from "../../workforce/workers/agent_host.ts";
import type { WorkerTask } from "../../workforce/workers/worker.ts";
import { PASSED_ON, type ProviderRequest } from "../../sessions/models/proxy/send.ts";
import {
  decodeModelAnswer,
  encodeModelCall,
  type WireAnswer,
  type WireQuestion,
} from "../../workforce/worker_machines/wire/mod.ts";
import { runCommand } from "../commands/run_command.ts";
import { agentHost, type HostedTask } from "../tasks/agent_host.ts";
import type { Channel } from "./channel.ts";
import type { SentFiles } from "./sent_files.ts";
import type { HeldTask } from "./held.ts";

export type { HostedTask } from "../tasks/agent_host.ts";

const NO_CONNECTORS =
  "Actions of connectors are done by the control plane alone, and this task is done on a worker machine. " +
  "Let the run stay there.";

/**
 * Returns what a worker on this machine gets for a task. What it reports goes to the control plane, which also answers what it
 * asks; its commands run here.
 */
export function workerTask(
  held: HeldTask,
  channel: Channel,
  hosted: HostedTask,
  files: SentFiles,
): WorkerTask {
  const { manifest: { task }, service, slot, slots } = held;
  const { step, control, workspace, signal } = hosted;
  const question = async (asked: WireQuestion, withdrawn?: AbortSignal): Promise<WireAnswer> => {
    const id = crypto.randomUUID();
    const sent = asked.about === "skill" ? null : await files.send();
    const withdraw = () => channel.say({ kind: "withdrawn", id });
    channel.say({ kind: "question", id, question: asked, files: sent });
    withdrawn?.addEventListener("abort", withdraw, { once: true });
    try {
      return await channel.answerTo(id);
    } finally {
      withdrawn?.removeEventListener("abort", withdraw);
    }
  };
  const host = agentHost(hosted);
  const models = task.models && { ...task.models, send: modelSender(held) };
  let { interruption } = task;
  let session: AgentSession | null = null;
  return {
    runId: step.runId,
    taskSessionId: hosted.id,
    directory: workingDirectory(control, workspace),
    instructions: "",
    request: task.request,
    outside: task.outside,
    planned: task.planned,
    redactor: service.redactor,
    guidanceIds: [],
    signal,
    profile: task.profile,
    report: (report) => {
      if (report.kind !== "model") channel.say({ kind: "report", report });
    },
    stream: (text, as = "words") => {
      if (text !== "") channel.say({ kind: "words", text, as });
    },
    readSkill: async (name, path) => {
      const answer = await question({ about: "skill", name, ...(path !== undefined && { path }) });
      return "skill" in answer ? answer.skill : { refused: "The control plane did not say." };
    },
    mayRun: async (command) => {
      const answer = await question({ about: "command", command });
      return "mayRun" in answer && answer.mayRun;
    },
    ask: async ({ withdrawn, expiresIn: _, kind, ...rest }) => {
      // Actions of connectors are not done here, and nothing else says how long a human may take.
      if (kind === "external") return { decision: "rejected", sentence: NO_CONNECTORS };
      const asked = question({ about: "permission", request: { kind, ...rest } }, withdrawn);
      const answer = await slots.whileWaiting(slot, asked, signal);
      return "permission" in answer ? answer.permission : { decision: "rejected", sentence: null };
    },
    host: {
      ...host,
      ...(models && { models }),
      request: task.request,
      asksEverything: () => task.asksEverything,
      takeInterruption: () => {
        const taken = interruption;
        interruption = null;
        return taken;
      },
      session: () => session,
      note: (note) => {
        if (note.kind === "opened") session = note.session;
        if (note.kind === "refused") hosted.refused.add(note.command);
        channel.say({ kind: "note", note });
      },
    },
    useConnector: () => Promise.resolve({ done: false, reason: "policy_blocked", detail: NO_CONNECTORS }),
    connectorActions: () => [],
    runCommand: async (command, options) => {
      const result = await runCommand(step, {
        purpose: "worker",
        ...options,
        command,
        control,
        workspace,
        signal,
        onOutput: (text) => {
          if (text !== "") channel.say({ kind: "printed", text });
          options?.onOutput?.(text);
        },
      });
      const { exitCode, output } = result;
      channel.say({ kind: "command", command, exitCode, output });
      return result;
    },
  };
}

/** Sends a program's questions to the control plane, which has the key. */
const modelSender =
  ({ client, manifest: { leaseId } }: HeldTask) => async ({ request, body, signal }: ProviderRequest) => {
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries([...request.headers].filter(([name]) => PASSED_ON.includes(name)));
    const method = request.method === "GET" ? "GET" : "POST";
    const bytes = encodeModelCall({
      method,
      path: `${pathname}${search}`,
      headers,
      body: body ?? new Uint8Array(),
    });
    const path = `/worker/leases/${leaseId}/models`;
    return decodeModelAnswer(
      await client.fetch({ method: "POST", path, lane: `models-${leaseId}`, bytes, signal }),
    );
  };
