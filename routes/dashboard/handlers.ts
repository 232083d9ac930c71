import { calendarEvents } from "../../services/operations/dashboard/calendar.ts";
import { dashboardFile } from "../../services/operations/dashboard/get_file.ts";
import { gitStatus } from "../../services/operations/dashboard/git_status.ts";
import { history } from "../../services/operations/dashboard/history.ts";
import { openPath } from "../../services/operations/dashboard/open_path.ts";
import { prepareSample } from "../../services/operations/dashboard/sample.ts";
import { selectDirectory } from "../../services/operations/dashboard/select_directory.ts";
import { shellPage } from "../../services/operations/dashboard/shell_page.ts";
import { made } from "../../services/ground/kernel/made.ts";
import { domain } from "../domain.ts";
import { dashboard } from "./contract.ts";

export const dashboardDomain = domain(dashboard, {
  "GET /": () => shellPage,
  "GET /dashboard": () => shellPage,
  "GET /dashboard/*": () => shellPage,
  "GET /dashboard/styles.css": (ctx) => dashboardFile(ctx, "styles.css"),
  "GET /dashboard/app.js": (ctx) => dashboardFile(ctx, "app.js"),
  "GET /dashboard/worker.js": async (ctx) => ({ ...await dashboardFile(ctx, "worker.js"), isWorker: true }),
  "GET /assets/:name": (ctx, { params }) => dashboardFile(ctx, params.name),
  "POST /shell/select-directory": (ctx, { body }) => selectDirectory(ctx, body),
  "POST /shell/open-path": (ctx, { body }) => openPath(ctx, body.path),
  "GET /shell/git-status": (ctx, { query }) => gitStatus(ctx, query.path),
  "POST /shell/sample": {
    prepare: async (ctx) => {
      const queue = await prepareSample(ctx);
      return () => made(queue());
    },
  },
  "POST /dashboard/calendar/events": (ctx, { body }) => calendarEvents(ctx, body),
  "GET /history": (ctx, { query }) => history(ctx, query),
});
