import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** What the pictures are drawn from. */
export type Trends = Result<Api["GET /trends"]>;
/** What came of the runs of one worker, or in one repository. */
export type TrendName = Trends["workers"][number];
/** What the picture of the queue is drawn from. */
export type QueueOverTime = Result<Api["GET /trends/queue"]>;
