import { transcriptionStream } from "../../../store/audio/transcription_stream.ts";
import { contextFor, type Core } from "../../ground/kernel/context.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import { transcribe } from "./job.ts";
import { transcriptionsAtOnce } from "./decode/limits.ts";
import type { AudioLive } from "./live.ts";

type Work = { sessionId: string; stop: AbortController; done: Promise<void> };

/** Works on waiting recordings, oldest first, one or two at a time. Restarts what an earlier process had started. */
export class Transcriber implements Readonly<AudioLive["audio"]> {
  readonly #work = new Map<string, Work>();
  /** Recordings whose work failed for an internal reason, such as a full disk: they wait for the next request or start. */
  readonly #brokeOff = new Set<string>();
  #service: (Core & SandboxLive) | null = null;

  constructor(
    readonly boundary: Boundary = () => {},
    readonly atOnce: number = transcriptionsAtOnce(navigator.hardwareConcurrency),
  ) {}

  start(service: Core & SandboxLive): void {
    this.#service = service;
    this.kick();
  }

  /** Stops all work; the next start continues it. */
  async stop(): Promise<void> {
    this.#service = null;
    for (const { stop } of this.#work.values()) stop.abort();
    await this.idle();
  }

  kick(): void {
    this.#brokeOff.clear();
    this.#next();
  }

  #next(): void {
    const service = this.#service;
    if (!service || this.#work.size >= this.atOnce) return;
    const limit = this.atOnce + this.#work.size + this.#brokeOff.size;
    const waiting = (["running", "queued"] as const).flatMap((phase) =>
      service.store.documents.find(transcriptionStream, { phase }, { limit })
    ).filter(({ id }) => !this.#work.has(id) && !this.#brokeOff.has(id));
    for (const { id, sessionId } of waiting.slice(0, this.atOnce - this.#work.size)) {
      const stop = new AbortController();
      const attempt = { signal: stop.signal, boundary: this.boundary };
      const done = transcribe(contextFor(service, "system"), id, attempt)
        .catch((error) => {
          service.log.error(`The transcription ${id} broke off`, error);
          this.#brokeOff.add(id);
        })
        .then(() => {
          this.#work.delete(id);
          this.#next();
        });
      this.#work.set(id, { sessionId, stop, done });
    }
  }

  async cancel(sessionId: string): Promise<void> {
    const work = [...this.#work.values()].filter((each) => each.sessionId === sessionId);
    for (const { stop } of work) stop.abort();
    await Promise.all(work.map(({ done }) => done));
  }

  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all([...this.#work.values()].map(({ done }) => done));
  }
}
