import type { Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";

/** An event or task of a source. */
export type SourceArtifact = Result<Api["GET /planner/artifacts/:id"]>;

/** A task. */
export type PlannerTask = Result<Api["GET /planner/tasks"]>[number];

/** A conflict with its explanation. */
export type Conflict = Result<Api["GET /planner/conflicts"]>[number];

/** The state of a source. */
export type SourceStatus = Result<Api["GET /planner/sources/status"]>[number];

/** One refresh of a source, with its result. */
export type RefreshRun = Result<Api["POST /planner/refresh"]>[number];

/** The settings with the sources. */
export type Settings = Result<Api["GET /planner/settings"]>;

/** A run, an expiry of an approval, or a fire of an automation. */
export type ScheduledMoment = Result<Api["POST /dashboard/calendar/events"]>[number];

/** A search result. */
export type Hit = Result<Api["GET /planner/search"]>[number];

/** An answer to a question. */
export type PlannerAnswer = Result<Api["POST /planner/ask"]>;

/** A planned change of a calendar. */
export type CalendarAction = Result<Api["POST /planner/calendar-actions"]>;

/** The effect of an action. */
export type CalendarPlan = CalendarAction["plan"];

/** The path of the planner. */
export const PLANNER_PATH = "/dashboard/planner";

/** Reports whether an event changes what the planner shows. */
export const isOfPlanner = ({ type }: { type: string }): boolean => /^planner(?:_source)?\./.test(type);
