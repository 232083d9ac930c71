import type { z } from "zod";
import type { Access, RawAccess } from "../services/kernel/access.ts";
import type { Made } from "../services/kernel/made.ts";
import type { About } from "./about.ts";
import type { OtherOutput } from "./outputs.ts";

export type { Access };
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
export type RouteKey = `${Method} /${string}`;

/** One endpoint, whole: what it takes, what it gives, who may call it, and its CLI command. */
export type Endpoint = Fields & (Creating | { status?: 200 | 202; about?: undefined });

/**
 * An endpoint that makes something with an id. `Idempotency-Key` works with it; its verb is synchronous and returns `made`,
 * which is answered with 201, or `existing`, with 200.
 */
type Creating = { status: 201; about: About };

type Fields = {
  summary: string;
  access: Access;
  /** Request headers that are part of the input, in lower case. */
  headers?: z.ZodType;
  query?: z.ZodType;
  /** True where the handler gets the query as it was sent, with what stands twice, and the query has no schema. */
  search?: true;
  /** A body that is absent is read as `{}`. A kind of access whose bodies are raw has no schema of them. */
  body?: z.ZodType;
  /** The body's size limit in bytes; 1 MiB where it is not given. */
  bodyLimit?: number;
  output: z.ZodType | OtherOutput;
  /** What the agent token sees of the output; the whole where it is not given. */
  agentOutput?: z.ZodType;
  /** The cursor after what a list gave, for the header `x-agent-harness-cursor` (semantics, Events). */
  cursor?: (output: never) => string;
  /** The words of its command: path params are positional, fields are flags. */
  cli: string;
  /** The field of the body that its command also takes as an argument: the text of a file, or a directory or an archive of one. */
  argument?: "source" | "directory";
  /** Answers on which the command ends with 1, by a field and its values: what was checked did not hold. */
  failsOn?: { field: string; values: readonly (string | boolean)[] };
};
export type Contract = Record<RouteKey, Endpoint>;

/** Declares the endpoints of one domain. The keys are their names everywhere. */
export const contract = <const C extends Contract>(routes: C): C => routes;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}` ? Name
  : never;

/** The path parameters of a route key. */
export type Params<Key> = { [Name in ParamNames<Key & string>]: string };

type Out<E, Part extends string> = E extends { [_ in Part]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

/** What the server hands a handler: everything already parsed. */
export type Parsed<Key, E> = {
  params: Params<Key>;
  /** The query as it was sent, where the endpoint asks for it. */
  search: string;
  headers: Out<E, "headers">;
  query: Out<E, "query">;
  body: E extends { access: RawAccess } ? Uint8Array : Out<E, "body">;
};

/** What a caller passes; a part that the endpoint lacks, or that may be empty, may be left out. */
export type Call<Key, E> =
  & (ParamNames<Key & string> extends never ? unknown : { params: Params<Key> })
  & (E extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown)
  & (E extends { body: infer B extends z.ZodType }
    ? (Record<never, never> extends z.input<B> ? { body?: z.input<B> } : { body: z.input<B> })
    : unknown);

/** What an endpoint gives. */
export type Result<E> = E extends { output: infer O }
  ? O extends z.ZodType ? z.output<O> : O extends { result: (_: never) => infer R } ? R : never
  : never;

/** What an endpoint gives before the schema's defaults. */
type Output<E> = E extends { output: infer O }
  ? O extends z.ZodType ? z.input<O> : O extends { result: (_: never) => infer R } ? R : never
  : never;

/** What a handler of an endpoint gives. */
type Handled<E> = E extends { status: 201 } ? Made<Output<E>> : Output<E>;

/**
 * A handler that has to ask others first: `prepare` awaits what they say and writes nothing that the answer depends on, and
 * what it gives is then done in one unit. With it a creating endpoint can ask a model.
 */
export type Prepared<Ctx, Input, Out> = { prepare: (ctx: Ctx, input: Input) => Promise<() => Out> };

/** What creates answers in one unit with its idempotency key, and so never later: it is synchronous, or it prepares. */
type Later<E> = E extends { status: 201 } ? never : Promise<Handled<E>>;

/** One handler for each declared endpoint: one that is missing does not compile. */
export type Handlers<C extends Contract, Ctx> = {
  [Key in keyof C]:
    | ((ctx: Ctx, input: Parsed<Key, C[Key]>) => Handled<C[Key]> | Later<C[Key]>)
    | Prepared<Ctx, Parsed<Key, C[Key]>, Handled<C[Key]>>;
};
