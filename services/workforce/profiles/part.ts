import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import type { ApplyingLive } from "../../control/approvals/applying.ts";
import type { WorkersLive } from "../workers/live.ts";
import { profileSubject } from "./change_subject.ts";

/** Lets a human decide profile changes. */
export const profiles = part<"profiles", undefined, Core & ApplyingLive & WorkersLive, unknown>({
  name: "profiles",
  subjects: [profileSubject],
});
