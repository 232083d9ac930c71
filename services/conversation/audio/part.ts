import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import { Transcriber } from "./transcriber.ts";
import { removeWork } from "./work_directory.ts";

/** Transcribes recordings, and restarts what an earlier process had started. */
export const audio = part({
  name: "audio",
  open: (_: Core & SandboxLive, { boundary }: { boundary?: Boundary }) => new Transcriber(boundary),
  start: async (transcriber, service) => {
    await removeWork(service.config.storageDirectory);
    transcriber.start(service);
  },
  stop: (transcriber) => transcriber.stop(),
});
