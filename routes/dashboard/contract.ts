import { z } from "zod";
import {
  calendarEventSchema,
  calendarInputSchema,
  directorySelectionSchema,
  gitStatusQuerySchema,
  gitStatusSchema,
  historyQuerySchema,
  historySchema,
  openPathInputSchema,
  openPathResultSchema,
  sampleRunSchema,
  selectDirectoryInputSchema,
} from "../../services/operations/dashboard/schemas.ts";
import { ownRun } from "../about.ts";
import { contract } from "../endpoint.ts";
import { asset, page } from "../outputs.ts";

/** Interface, section 4, Dashboard and local shell routes; with the pages of the shell, and the first run's sample. */
export const dashboard = contract({
  "GET /": {
    summary: "Open the dashboard; a token in the query signs the browser in",
    access: "shell",
    output: page(),
    cli: "dashboard shell",
  },
  "GET /dashboard": {
    summary: "Open the dashboard's home page",
    access: "shell",
    output: page(),
    cli: "dashboard home",
  },
  "GET /dashboard/*": {
    summary: "Open a page of the dashboard",
    access: "shell",
    output: page(),
    cli: "dashboard page",
  },
  "GET /dashboard/styles.css": {
    summary: "Load the dashboard's styles",
    access: "shell",
    output: asset(),
    cli: "dashboard styles",
  },
  "GET /dashboard/app.js": {
    summary: "Load the dashboard's script",
    access: "shell",
    output: asset(),
    cli: "dashboard app",
  },
  "GET /dashboard/worker.js": {
    summary: "Load the script that caches the dashboard's files for when the service is not running",
    access: "shell",
    output: asset(),
    cli: "dashboard worker",
  },
  "GET /assets/:name": {
    summary: "Load a part of the dashboard",
    access: "shell",
    output: asset(),
    cli: "dashboard asset",
  },
  "POST /shell/select-directory": {
    summary: "List the subdirectories of a directory, to choose from",
    access: "internal",
    body: selectDirectoryInputSchema,
    output: directorySelectionSchema,
    cli: "dashboard select-directory",
  },
  "POST /shell/open-path": {
    summary: "Show a known path in the desktop's file manager",
    access: "internal",
    body: openPathInputSchema,
    output: openPathResultSchema,
    cli: "dashboard open-path",
  },
  "GET /shell/git-status": {
    summary: "Show the state of the repository around a path",
    access: "internal",
    query: gitStatusQuerySchema,
    output: gitStatusSchema,
    cli: "dashboard git-status",
  },
  "POST /shell/sample": {
    summary: "Create a sample repository and queue a run in it",
    access: "internal",
    output: sampleRunSchema,
    creates: { about: ownRun },
    cli: "dashboard sample",
  },
  "POST /dashboard/calendar/events": {
    summary: "List what happened and what is due in a time range",
    access: "internal",
    body: calendarInputSchema,
    output: z.array(calendarEventSchema),
    parts: true,
    cli: "dashboard calendar",
  },
  "GET /history": {
    summary: "List all runs, including archived ones, newest first",
    access: "internal",
    query: historyQuerySchema,
    output: historySchema,
    cli: "dashboard history",
  },
});
