import { z } from "zod";
import { freeTimesQuerySchema, freeTimesSchema } from "../../services/planning/planner/tasks/free_times.ts";
import {
  bulkScheduleInputSchema,
  scheduleTaskInputSchema,
} from "../../services/planning/planner/tasks/schedule_schemas.ts";
import {
  bulkToggleInputSchema,
  createTaskInputSchema,
  plannerTaskQuerySchema,
  plannerTaskSchema,
  plannerUpdateTaskInputSchema,
  reorderTasksInputSchema,
  toggleTaskInputSchema,
} from "../../services/planning/planner/tasks/schemas.ts";
import { contract } from "../endpoint.ts";

/** The planner's tasks. */
export const plannerTasks = contract({
  "GET /planner/tasks": {
    summary: "List tasks in their order",
    query: plannerTaskQuerySchema,
    output: z.array(plannerTaskSchema),
    cli: "planner tasks",
  },
  "POST /planner/tasks": {
    summary: "Create a task",
    body: createTaskInputSchema,
    output: plannerTaskSchema,
    creates: { about: null },
    cli: "planner add",
    argument: "quickAdd",
  },
  "PATCH /planner/tasks/:id": {
    summary: "Change fields of a task",
    body: plannerUpdateTaskInputSchema,
    output: plannerTaskSchema,
    cli: "planner update",
  },
  "PUT /planner/tasks/:id": {
    summary: "Change fields of a task; those that are left out stay",
    body: plannerUpdateTaskInputSchema,
    output: plannerTaskSchema,
    cli: "planner put",
  },
  "DELETE /planner/tasks/:id": {
    summary: "Archive a task",
    output: plannerTaskSchema,
    cli: "planner archive",
  },
  "POST /planner/tasks/:id/toggle": {
    summary: "Complete a task, or reopen it",
    body: toggleTaskInputSchema,
    output: plannerTaskSchema,
    cli: "planner toggle",
  },
  "POST /planner/tasks/:id/schedule": {
    summary: "Block time for a task",
    body: scheduleTaskInputSchema,
    output: plannerTaskSchema,
    cli: "planner schedule",
  },
  "GET /planner/tasks/:id/free-times": {
    summary: "Propose up to three free times for a task",
    query: freeTimesQuerySchema,
    output: freeTimesSchema,
    cli: "planner free-times",
  },
  "POST /planner/tasks/reorder": {
    summary: "Reorder tasks",
    body: reorderTasksInputSchema,
    output: z.array(plannerTaskSchema),
    cli: "planner reorder",
  },
  "POST /planner/tasks/_bulk/toggle": {
    summary: "Complete many tasks, all or none",
    body: bulkToggleInputSchema,
    output: z.array(plannerTaskSchema),
    cli: "planner bulk-toggle",
  },
  "POST /planner/tasks/_bulk/schedule": {
    summary: "Block time for many tasks, all or none",
    body: bulkScheduleInputSchema,
    output: z.array(plannerTaskSchema),
    cli: "planner bulk-schedule",
  },
});
