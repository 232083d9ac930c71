import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** A document with its content, its versions and its drift. */
export type ContextDocument = Result<Api["GET /projects/context/:id"]>;
/** A document in a list. */
export type ContextLine = Result<Api["GET /projects/context"]>[number];
/** What a document names and its repository does not have. */
export type Drift = ContextDocument["drift"];

/** The usual kinds of documents; any other word is taken as well. */
export const DOCUMENT_TYPES = ["instructions", "readme", "plan", "design", "notes", "reference"] as const;

/** Where the documents are. */
export const CONTEXT_PATH = "/dashboard/context";

/** Where one document is. */
export const documentPath = (id: string): string => `${CONTEXT_PATH}/${encodeURIComponent(id)}`;
