import { Attempts } from "../../ground/effects/attempts.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import type { SourceLive } from "../calendars/live.ts";
import { actionSubject } from "./carrying_out/subject.ts";
import { draftSubject } from "./drafts/subject.ts";

/** Carries out changes to calendars, and sends drafted mails: at once what is local, the rest when a human has approved it. */
export const plannerActions = part({
  name: "plannerActions",
  open: (_: Core & SourceLive, { boundary }: { boundary?: Boundary }): Attempts =>
    new Attempts("abort", boundary),
  stop: (attempts: Attempts) => attempts.stop(),
  subjects: [actionSubject, draftSubject],
});
