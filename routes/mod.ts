import type { Ctx } from "../services/context.ts";
import { approvals } from "./approvals/contract.ts";
import { approvalsHandlers } from "./approvals/handlers.ts";
import type { Handlers } from "./endpoint.ts";
import { runs } from "./runs/contract.ts";
import { runsHandlers } from "./runs/handlers.ts";
import { system } from "./system/contract.ts";
import { systemHandlers } from "./system/handlers.ts";
import { taskSessions } from "./task_sessions/contract.ts";
import { taskSessionsHandlers } from "./task_sessions/handlers.ts";

/** Every contract by its domain: what groups the description of the API. */
export const contracts = { system, runs, taskSessions, approvals };

/** Every endpoint of the service. */
export const api = { ...system, ...runs, ...taskSessions, ...approvals };
export type Api = typeof api;

/** A declared endpoint without a handler does not compile. */
export const handlers: Handlers<Api, Ctx> = {
  ...systemHandlers,
  ...runsHandlers,
  ...taskSessionsHandlers,
  ...approvalsHandlers,
};
