import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import { type ReleaseLive, releaseSubject } from "./release.ts";
import { rescanSkills } from "./rescan.ts";

/** Lets a human release skills, and scans them again when there are newer rules. */
export const skills = part<"skills", undefined, Core & ReleaseLive, unknown>({
  name: "skills",
  subjects: [releaseSubject],
  clean: (ctx) => rescanSkills(ctx),
});
