import { approvalStream } from "../../../store/approvals/stream.ts";
import { type EventOf, isEvent } from "../../../store/stream.ts";
import type { taskSessionEvents } from "../../../store/task_sessions/events.ts";
import { readManifest } from "../../control/approvals/manifest.ts";
import type { Unasked } from "../../control/autonomy/schemas.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";

const MAX_COMMANDS = 200;
const MAX_FILES = 500;
const MAX_REFUSED = 100;

/** Events are read in parts of this size. */
const PAGE = 1000;

type Admitted = Extract<EventOf<typeof taskSessionEvents>, { type: "task_session.action_admitted" }>;
type Refused = Extract<EventOf<typeof taskSessionEvents>, { type: "task_session.action_refused" }>;

/** Returns what a run's workers did without asking, from what was recorded at the time, and from the patch. */
export function unaskedOf(ctx: Ctx, runId: string): Unasked {
  const run = requireRun(ctx, runId);
  const { admitted, refused } = recordedOf(ctx, runId);
  const questions = ctx.store.documents.all(approvalStream, { runId })
    .filter(({ permissionKey }) => permissionKey !== undefined);
  const asked = new Set(
    questions.flatMap(({ asks, decision }) =>
      decision?.decision === "approved" && asks?.kind === "edit" ? asks.paths ?? [] : []
    ),
  );
  const commands = commandsOf(admitted);
  const manifest = run.bundle && readManifest(ctx, run.bundle.manifestSha256);
  const patched = manifest?.files.map(({ path }) => path) ?? admitted.flatMap(({ data }) => data.paths ?? []);
  const files = [...new Set(patched)].filter((path) => !asked.has(path));
  return {
    id: runId,
    dial: run.policy?.dial ?? "everything",
    asked: questions.length,
    commands: commands.slice(0, MAX_COMMANDS),
    files: files.slice(0, MAX_FILES),
    hosts: (run.network?.hosts ?? []).map(({ host, sentBytes, receivedBytes }) => ({
      id: host,
      host,
      sentBytes,
      receivedBytes,
    })),
    refused: refused.slice(0, MAX_REFUSED).map(({ seq, data: { title, detail } }) => ({
      id: String(seq),
      title,
      detail,
    })),
    omitted: Math.max(0, commands.length - MAX_COMMANDS) + Math.max(0, files.length - MAX_FILES) +
      Math.max(0, refused.length - MAX_REFUSED),
  };
}

function recordedOf(ctx: Ctx, runId: string): { admitted: Admitted[]; refused: Refused[] } {
  const admitted: Admitted[] = [];
  const refused: Refused[] = [];
  for (let seq = 0;;) {
    const page = ctx.store.events.ofRun(runId, seq, PAGE);
    for (const event of page) {
      if (isEvent(event, taskSessionStream, "task_session.action_admitted")) admitted.push(event);
      if (isEvent(event, taskSessionStream, "task_session.action_refused")) refused.push(event);
    }
    if (page.length < PAGE) return { admitted, refused };
    seq = page.at(-1)!.seq;
  }
}

function commandsOf(admitted: readonly Admitted[]): Unasked["commands"] {
  const found = new Map<string, Unasked["commands"][number]>();
  for (const { data: { kind, command, title, because, network = false } } of admitted) {
    if (kind === "edit") continue;
    const text = command ?? title;
    // A command with network access is another one than the same without.
    const key = JSON.stringify([text, because, network]);
    const known = found.get(key);
    if (known) known.times++;
    else found.set(key, { id: `command_${found.size + 1}`, command: text, times: 1, because, network });
  }
  return [...found.values()];
}
