import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import { Transcriber } from "./transcriber.ts";
import { removeWork } from "./work_directory.ts";

/** Transcribes recordings, and restarts what an earlier process had started. */
export const audio = part({
  name: "audio",
  open: (_: Core & SandboxLive) => new Transcriber(),
  start: async (transcriber, service) => {
    await removeWork(service.config.storageDirectory);
    transcriber.start(service);
  },
  stop: (transcriber) => transcriber.stop(),
});
