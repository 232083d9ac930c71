import type { Core } from "../../ground/kernel/context.ts";
import { decideRoute } from "./decide.ts";
import { routeQuestion, type RouteWork } from "./question.ts";
import type { RouteDecision } from "./types.ts";
import type { WorkersLive } from "../workers/live.ts";

/**
 * Returns who does the work, and the fallbacks: the models to ask, in order, are `selected` and then `alternatives`.
 * Uses only what is stored, so that a preview and the run itself decide alike.
 */
export const routeFor = (
  service: Pick<Core & WorkersLive, "store" | "vault" | "providers" | "workers" | "now" | "sandbox">,
  work: RouteWork,
): RouteDecision => decideRoute(routeQuestion(service, work));
