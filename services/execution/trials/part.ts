import { part } from "../../ground/kernel/part.ts";
import type { TrialService } from "./bench.ts";
import { workerChoiceSubject } from "./propose.ts";
import { TrialWork } from "./work.ts";

/** Proves cases and lets workers attempt them, in the background. */
export const trials = part<"trials", TrialWork, TrialService, unknown>({
  name: "trials",
  open: (service: TrialService) => new TrialWork(service),
  start: (work) => work.start(),
  stop: (work) => work.stop(),
  subjects: [workerChoiceSubject],
});
