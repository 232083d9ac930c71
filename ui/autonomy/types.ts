import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** The repositories, and what the settings mean. */
export type Repositories = Result<Api["GET /repositories"]>;
/** One of them. */
export type Repository = Repositories["items"][number];
/** The degree of autonomy. */
export type Dial = Repository["dial"];
/** Something that is not asked again. */
export type Admission = Result<Api["GET /repositories/admissions"]>[number];
/** The actions that a run took without asking. */
export type Unasked = Result<Api["GET /runs/:id/unasked"]>;

/** An approval that is a worker's question. */
export type Question = Result<Api["GET /approvals/queue"]>["items"][number];
