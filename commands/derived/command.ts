import type { RouteKey } from "../../routes/endpoint.ts";
import type { contracts } from "../../routes/mod.ts";
import type { Field } from "./fields.ts";

/** The domains of the interface, each of which has a contract of its own. */
export type Domain = keyof typeof contracts;

/** What an endpoint answers. */
export type Answer = "json" | "sse" | "html" | "binary";

/** One endpoint as a command, as far as finding it takes. */
export type Listed = { key: RouteKey; domain: Domain; words: string[]; summary: string };

/** One endpoint as a command: what typing it, helping with it and printing its answer take, without its schemas. */
export type Derived = Listed & {
  answer: Answer;
  /** True where a list is answered and nothing else happens: it can be watched. */
  list: boolean;
  /** True where a body is taken. */
  body: boolean;
  /** True where an idempotency key is taken. */
  creates: boolean;
  /** Its flags. */
  fields: Field[];
  /** What `--fields` can name of the answer, with commas between. */
  answerFields: string;
  /** The field of the body that an argument fills: the text of a file, or a directory or an archive of one. */
  argument?: "source" | "directory";
  /** Answers on which it ends with 1, by a field and its values. */
  failsOn?: { field: string; values: readonly (string | boolean)[] };
};
