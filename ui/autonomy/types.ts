import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** The repositories, with the meaning of their settings. */
export type Repositories = Result<Api["GET /repositories"]>;
/** A repository. */
export type ListedRepository = Repositories["items"][number];
/** What workers ask a human about. */
export type Dial = ListedRepository["dial"];
/** An admission, which is not asked again. */
export type Admission = Result<Api["GET /repositories/admissions"]>[number];
/** The actions that a run took without asking. */
export type Unasked = Result<Api["GET /runs/:id/unasked"]>;

/** An approval that is a worker's question. */
export type WorkerQuestion = Result<Api["GET /approvals/queue"]>["items"][number];
