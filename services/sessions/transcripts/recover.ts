import { join } from "node:path";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { parseJournal, removeJournal, transcriptsOf } from "./journal.ts";
import { keepTranscript } from "./keep.ts";
import { transcriptsOfSession } from "./live.ts";
import type { TranscriptEntry } from "./schemas.ts";

/** Stores what a killed service was writing, as far as it was on disk; what it had already stored is only removed here. */
export async function recoverTranscripts(service: Core): Promise<void> {
  const directory = transcriptsOf(service.config.storageDirectory);
  for (const name of namesIn(directory)) {
    const [, id, digits] = /^(.+)\.(\d+)\.jsonl$/.exec(name) ?? [];
    if (id === undefined) continue;
    const path = join(directory, name);
    const number = Number(digits);
    const known = transcriptsOfSession(service, id).some((kept) => kept.number === number);
    if (!known) await keepRest(service, id, number, parseJournal(await Deno.readTextFile(path)));
    await removeJournal(path);
  }
}

async function keepRest(
  service: Core,
  id: string,
  number: number,
  entries: TranscriptEntry[],
): Promise<void> {
  const session = service.store.documents.get(taskSessionStream, id);
  if (!session) return;
  await keepTranscript(service, id, {
    number,
    attempt: session.attempt,
    startedAt: entries[0]?.at ?? session.updatedAt,
    entries: entries.map((entry) =>
      entry.tool?.status === "running" ? { ...entry, tool: { ...entry.tool, status: "interrupted" } } : entry
    ),
    interrupted: ["running", "waiting", "stopping"].includes(session.status),
  });
}

function namesIn(directory: string): string[] {
  try {
    return [...Deno.readDirSync(directory)].map(({ name }) => name).sort();
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return [];
    throw cause;
  }
}
