import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import { Transcripts } from "./live.ts";
import { recoverTranscripts } from "./recover.ts";

/** Records what workers say and do. */
export const transcripts = part({
  name: "transcripts",
  open: (service: Core) => new Transcripts(service),
  start: async (transcripts, service) => {
    await recoverTranscripts(service);
    transcripts.start();
  },
  stop: (transcripts) => transcripts.stop(),
});
