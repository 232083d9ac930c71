import { approvalStream } from "../../../store/approvals/stream.ts";
import { splitStream, type StoredEvent } from "../../../store/event.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { TranscriptRow } from "../../../store/transcripts/view.ts";
import { join } from "node:path";
import type { Core } from "../../ground/kernel/context.ts";
import { factOf } from "./facts.ts";
import { Journal, transcriptsOf } from "./journal.ts";
import { keepTranscript } from "./keep.ts";
import { OpenTranscript } from "./open_transcript.ts";
import { TranscriptRecorder } from "./recorder.ts";

/** What a context has for transcripts. */
export type TranscriptsLive = { transcripts: Transcripts };

/** The open transcripts, one for each task session that is being worked on. */
export class Transcripts {
  readonly #open = new Map<string, TranscriptRecorder>();
  #unsubscribe = () => {};

  constructor(readonly service: Core) {}

  /** Starts to follow the log, which has the tokens, the plans and the questions. */
  start(): void {
    this.#unsubscribe = this.service.store.subscribe((events) =>
      events.forEach((event) => this.#take(event))
    );
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** Returns the open transcript of a session, or null. */
  of(taskSessionId: string): OpenTranscript | null {
    return this.#open.get(taskSessionId)?.transcript ?? null;
  }

  /** Starts another transcript of a session. */
  begin(taskSessionId: string): TranscriptRecorder {
    const { store, config, log, now, redactor } = this.service;
    const directory = transcriptsOf(config.storageDirectory);
    const pathOf = (number: number) => join(directory, `${taskSessionId}.${number}.jsonl`);
    let number = (transcriptsOfSession(this.service, taskSessionId).at(-1)?.number ?? 0) + 1;
    while (isThere(pathOf(number))) number++; // one that could not be stored yet
    const journal = new Journal(
      pathOf(number),
      directory,
      (cause) => log.error(`The open transcript of ${taskSessionId} cannot be written to disk`, cause),
    );
    const attempt = store.documents.get(taskSessionStream, taskSessionId)?.attempt ?? 1;
    const recorder = new TranscriptRecorder(new OpenTranscript(number, attempt, journal, now), redactor);
    this.#open.set(taskSessionId, recorder);
    return recorder;
  }

  /** Stores the transcript of a session as material; if that fails, it is stored at the next start. */
  async end(taskSessionId: string): Promise<void> {
    const recorder = this.#open.get(taskSessionId);
    if (!recorder) return;
    const { transcript } = recorder;
    try {
      await this.service.store.durable(); // the last recorded events belong to it
      recorder.finish();
      await transcript.journal.close();
      const { number, attempt, startedAt, entries } = transcript;
      await keepTranscript(this.service, taskSessionId, {
        number,
        attempt,
        startedAt,
        entries,
        interrupted: false,
      });
      await transcript.journal.remove();
    } catch (cause) {
      this.service.log.error(`The transcript of ${taskSessionId} could not be saved yet`, cause);
    } finally {
      this.#open.delete(taskSessionId);
    }
  }

  #take(event: StoredEvent): void {
    if (this.#open.size === 0) return;
    const { kind, id } = splitStream(event.stream);
    const session = kind === "approval"
      ? this.service.store.documents.get(approvalStream, id)?.taskSessionId
      : event.taskSessionId;
    const recorder = session === undefined ? undefined : this.#open.get(session);
    const fact = recorder && factOf(event);
    if (fact) recorder.fact(fact);
  }
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Returns the stored transcripts of a session, oldest first. */
export const transcriptsOfSession = (
  { store }: Pick<Core, "store">,
  taskSessionId: string,
): TranscriptRow[] =>
  store.projector.tables.all<TranscriptRow>(
    "select * from {transcripts} where task_session_id = ? order by number",
    taskSessionId,
  );
