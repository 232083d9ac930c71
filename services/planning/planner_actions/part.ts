import { part } from "../../ground/kernel/part.ts";
import { actionSubject } from "./carrying_out/subject.ts";
import { draftSubject } from "./drafts/subject.ts";

/** Carries out changes to calendars, and sends drafted mails, when a human has approved them. */
export const plannerActions = part({ name: "planner_actions", subjects: [actionSubject, draftSubject] });
