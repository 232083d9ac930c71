import { agentProfileChangeRequestSchema } from "../../services/control/changes/schemas.ts";
import { z } from "zod";
import {
  findTrialInputSchema,
  planTrialInputSchema,
  proposeTrialInputSchema,
  shownPlanSchema,
  startTrialInputSchema,
  trialQuerySchema,
  trialSchema,
  trialSummarySchema,
} from "../../services/execution/trials/schemas.ts";
import { contract } from "../endpoint.ts";

/** Workers compared at cases from the past of a repository. */
export const trials = contract({
  "POST /trials": {
    summary: "Find cases in the history and the log of a repository, and prove them in the sandbox",
    access: "human",
    body: findTrialInputSchema,
    output: trialSchema,
    creates: { about: null },
    cli: "trial find",
  },
  "GET /trials": {
    summary: "List trials, newest first",
    query: trialQuerySchema,
    output: z.array(trialSummarySchema),
    cli: "trial list",
  },
  "GET /trials/:id": {
    summary: "Show a trial: its cases, its attempts and the comparison of its workers",
    output: trialSchema,
    cli: "trial get",
  },
  "POST /trials/:id/plan": {
    summary: "Show what a trial would cost at worst, what would leave this machine and to whom",
    access: "human",
    body: planTrialInputSchema,
    output: shownPlanSchema,
    cli: "trial plan",
  },
  "POST /trials/:id/start": {
    summary: "Start the workers at the cases, by the plan that was shown",
    access: "human",
    body: startTrialInputSchema,
    output: trialSchema,
    cli: "trial begin",
  },
  "POST /trials/:id/stop": {
    summary: "Stop a trial; it can be resumed",
    access: "human",
    output: trialSchema,
    cli: "trial stop",
  },
  "POST /trials/:id/resume": {
    summary: "Continue a stopped trial, or the search for cases, without repeating what has ended",
    access: "human",
    output: trialSchema,
    cli: "trial resume",
  },
  "DELETE /trials/:id": {
    summary: "Erase a trial that is not under way, with its attempts and what its setups left",
    output: z.object({ deleted: z.string() }).meta({ id: "deletedTrialSchema" }),
    cli: "trial delete",
  },
  "POST /trials/:id/propose": {
    summary: "Ask a human to prefer a worker that the trial found to be better",
    access: "human",
    body: proposeTrialInputSchema,
    output: agentProfileChangeRequestSchema,
    cli: "trial propose",
  },
});
