import type { z } from "zod";
import type { Access, RawAccess } from "../services/ground/kernel/access.ts";
import type { ListPart } from "../services/ground/kernel/list_part.ts";
import type { Made } from "../services/ground/kernel/made.ts";
import { mapRecord } from "../store/shared/records.ts";
import type { About } from "./about.ts";
import type { OtherOutput } from "./outputs.ts";

export type { Access };
type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
/** The method and the path of an endpoint, such as `GET /runs/:id`; a part after a colon is a parameter. */
export type RouteKey = `${Method} /${string}`;

/** One endpoint: its input, its output, who may call it, and its CLI command. */
export type Endpoint = {
  summary: string;
  access: Access;
  /** Request headers that are part of the input, in lower case. */
  headers?: z.ZodType;
  query?: z.ZodType;
  /** True if the handler gets the raw query, with repeated parameters, and the query has no schema. */
  search?: true;
  /** An absent body is read as `{}`. A kind of access with raw bodies has no schema. */
  body?: z.ZodType;
  /** The body's size limit in bytes; 1 MiB by default. */
  bodyLimit?: number;
  output: z.ZodType | OtherOutput;
  /** The part of the output that the agent token sees; by default all of it. */
  agentOutput?: z.ZodType;
  /** The status of a success; 200 by default, 201 also where a response must not be stored to be repeated. */
  status?: 200 | 201 | 202;
  /**
   * Says that it creates a record. It supports `Idempotency-Key`; its verb is synchronous and returns `made`, answered with
   * 201, or `existing`, answered with 200. An answer that is `secret` is kept encrypted.
   */
  creates?: { about: About; secret?: true };
  /** Its verb returns a `ListPart`; the header `x-agent-harness-total` says how many entries the whole list has. */
  parts?: true;
  /** Returns the cursor that continues a list, for the header `x-agent-harness-cursor` (semantics, Events). */
  cursor?: (output: never) => string;
  /** The words of its command. Path parameters become arguments, fields become flags. */
  cli: string;
  /** The field that the command also accepts as an argument: the text of a file, a directory or its archive, or words. */
  argument?: "source" | "directory" | "url" | WordsField;
  /** Values that the command, not the endpoint, fills in for fields that were left out; `.` is the current repository. */
  usual?: Readonly<Record<string, string>>;
  /** The field values on which the command exits with 1, because a check failed. */
  failsOn?: { field: string; values: readonly (string | boolean)[] };
};

/** The fields that the words after a command set. */
type WordsField = "quickAdd" | "when" | "question" | "query" | "request" | "content";

/** Returns the status of an endpoint's success; where the record existed before, a creating one answers with 200. */
export const statusOf = ({ creates, status = 200 }: Endpoint): number => creates ? 201 : status;

/** The endpoints of a domain by their method and path. */
export type Contract = Record<RouteKey, Endpoint>;

/** An endpoint as it is declared: the operator's, unless it says who may call it. */
type Declared = Omit<Endpoint, "access"> & { access?: Access };

type WithAccess<C> = {
  [Key in keyof C]: C[Key] extends { access: Access } ? C[Key] : C[Key] & { access: "operator" };
};

/** Declares the endpoints of one domain. Their keys name them everywhere. */
export function contract<const C extends Record<RouteKey, Declared>>(routes: C): WithAccess<C>;
/** The same at runtime: an endpoint that does not say who may call it is the operator's. */
export function contract(routes: Record<RouteKey, Declared>): Contract {
  return mapRecord(routes, (endpoint) => ({ access: "operator", ...endpoint }));
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}` ? Name
  : never;

/** The path parameters of a route key. */
type Params<Key> = { [Name in ParamNames<Key & string>]: string };

type Out<E, Part extends string> = E extends { [_ in Part]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

/** What a handler receives, already parsed. */
type ParsedRequest<Key, E> = {
  params: Params<Key>;
  /** The raw query, if the endpoint declares `search`. */
  search: string;
  headers: Out<E, "headers">;
  query: Out<E, "query">;
  body: E extends { access: RawAccess } ? Uint8Array : Out<E, "body">;
  /** Aborted when the client goes away. A handler checks it between steps: Deno warns about listeners on it. */
  readonly signal: AbortSignal;
};

/** What a caller passes. A part that the endpoint lacks, or that may be empty, is optional. */
export type Call<Key, E> =
  & (ParamNames<Key & string> extends never ? unknown : { params: Params<Key> })
  & (E extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown)
  & (E extends { body: infer B extends z.ZodType }
    ? (Record<never, never> extends z.input<B> ? { body?: z.input<B> } : { body: z.input<B> })
    : unknown);

/** The output of an endpoint. */
export type Result<E> = E extends { output: infer O }
  ? O extends z.ZodType ? z.output<O> : O extends { result: (_: never) => infer R } ? R : never
  : never;

/** The output of an endpoint before the schema's defaults. */
type Output<E> = E extends { output: infer O }
  ? O extends z.ZodType ? z.input<O> : O extends { result: (_: never) => infer R } ? R : never
  : never;

/** The result of an endpoint's handler. */
type Handled<E> = E extends { creates: unknown } ? Made<Output<E>>
  : E extends { parts: true } ? ListPart<Output<E>>
  : Output<E>;

/**
 * A handler that has to wait for other services: `prepare` awaits them and writes nothing that the response depends on;
 * the function it returns then runs in one unit of work. This lets a creating endpoint call a model.
 */
export type PreparedHandler<Ctx, Input, Out> = { prepare: (ctx: Ctx, input: Input) => Promise<() => Out> };

/** A creating handler records its result together with its idempotency key, so it is synchronous or prepares first. */
type Later<E> = E extends { creates: unknown } ? never : Promise<Handled<E>>;

/** One handler for each declared endpoint. A missing handler does not compile. */
export type Handlers<C extends Contract, Ctx> = {
  [Key in keyof C]:
    | ((ctx: Ctx, input: ParsedRequest<Key, C[Key]>) => Handled<C[Key]> | Later<C[Key]>)
    | PreparedHandler<Ctx, ParsedRequest<Key, C[Key]>, Handled<C[Key]>>;
};
