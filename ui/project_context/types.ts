import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** A document with its content, its versions and its drift. */
export type ContextDocument = Result<Api["GET /projects/context/:id"]>;
/** A document in a list. */
export type ContextLine = Result<Api["GET /projects/context"]>[number];
/** The references of a document that its repository does not contain. */
export type Drift = ContextDocument["drift"];

/** The usual kinds of documents; any other is accepted as well. */
export const DOCUMENT_TYPES = ["instructions", "readme", "plan", "design", "notes", "reference"] as const;

/** The path of the list of documents. */
export const CONTEXT_PATH = "/dashboard/context";

/** Returns the path of a document. */
export const documentPath = (id: string): string => `${CONTEXT_PATH}/${encodeURIComponent(id)}`;
