import { conversationStream } from "../../../store/coordinator/stream.ts";
import { audioSessionStream } from "../../../store/audio/session_stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { showDetails } from "./get.ts";
import { requireAudioSession } from "./read_model.ts";
import type { AudioSessionDetails, CreateAudioSessionInput } from "./session_schemas.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Creates a session. A microphone requires the consent of the people who are heard. */
export function createAudioSession(ctx: Ctx, input: CreateAudioSessionInput): AudioSessionDetails {
  const source = input.source ?? (input.kind === "realtime" ? "stream" : "file");
  if (source === "microphone" && input.consent?.obtained !== true) {
    throw new InvalidError(
      'The field "consent" must have obtained: true before a microphone records. Ask everyone who will be recorded.',
    );
  }
  requireLinks(ctx, input);
  const id = ctx.newId("audio");
  const days = input.retentionDays;
  const now = ctx.now();
  // A recording to be erased after its transcription waits at most a day for one.
  const eraseAt = new Date(now.getTime() + Math.max(1, days) * DAY).toISOString();
  record(ctx, audioSessionStream, id, [{
    type: "audio.session_created",
    data: {
      kind: input.kind,
      title: input.title ??
        `${input.kind === "realtime" ? "Live audio" : "Recording"} of ${
          now.toISOString().slice(0, 16).replace("T", " ")
        }`,
      language: input.language ?? null,
      source,
      conversationId: input.conversationId ?? null,
      runId: input.runId ?? null,
      taskSessionId: input.taskSessionId ?? null,
      consent: input.consent ?? null,
      retentionDays: days,
      eraseAt,
      metadata: input.metadata ?? {},
    },
  }], { expectedVersion: 0 });
  return showDetails(ctx, requireAudioSession(ctx, id));
}

function requireLinks({ store: { documents } }: Ctx, input: CreateAudioSessionInput): void {
  const { conversationId, runId, taskSessionId } = input;
  const missing = conversationId !== undefined && !documents.has(conversationStream, conversationId)
    ? `conversation with the id "${conversationId}"`
    : runId !== undefined && !documents.has(runStream, runId)
    ? `run with the id "${runId}"`
    : taskSessionId !== undefined && !documents.has(taskSessionStream, taskSessionId)
    ? `task session with the id "${taskSessionId}"`
    : null;
  if (missing !== null) {
    throw new InvalidError(`There is no ${missing}. Leave it out, or name an existing one.`);
  }
}
