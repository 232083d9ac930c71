import type { TranscriptRecorder } from "../../sessions/transcripts/recorder.ts";
import type { Worker } from "../../workforce/workers/worker.ts";
import type { Asker } from "../questions/asker.ts";
import type { TaskThere } from "../elsewhere/there.ts";
import type { WorkerPause } from "./pause.ts";
import type { StepPorts } from "../commands/ports.ts";
import type { CommandOutputs } from "../commands/run_command.ts";

/** One attempt at a task session, in its workspace. */
export type TaskAttempt = Asker & {
  step: StepPorts;
  worker: Worker;
  /** The output of its commands so far. */
  printed: CommandOutputs;
  /** The transcript of its worker. */
  transcript: TranscriptRecorder;
  pause: WorkerPause;
  /** The worker machine that makes the attempt; null if it is made here. */
  there: TaskThere | null;
};
