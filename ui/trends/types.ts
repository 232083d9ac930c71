import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** The data of the charts. */
export type Trends = Result<Api["GET /trends"]>;
/** The results of the runs of one worker, or in one repository. */
export type TrendName = Trends["workers"][number];
/** The data of the chart of the queue. */
export type QueueOverTime = Result<Api["GET /trends/queue"]>;
