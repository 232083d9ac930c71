import type { Endpoint, RouteKey } from "../../routes/endpoint.ts";
import type { contracts } from "../../routes/mod.ts";
import type { Field } from "./fields.ts";

/** The domains of the interface, each with its own contract. */
export type CommandDomain = keyof typeof contracts;

/** The kind of an endpoint's response. */
export type ResponseKind = "json" | "sse" | "html" | "exposition" | "binary";

/** The part of a command that is needed to find it. */
export type ListedCommand = { key: RouteKey; domain: CommandDomain; words: string[]; summary: string };

/** One endpoint as a command, with everything for parsing, help and output, but without its schemas. */
export type Derived = ListedCommand & {
  answer: ResponseKind;
  /** True if it only returns a list, so it can be watched. */
  list: boolean;
  /** True if it takes a body. */
  body: boolean;
  /** True if it takes an idempotency key. */
  creates: boolean;
  /** The flags of the command. */
  fields: Field[];
  /** The fields that `--fields` accepts, comma-separated. */
  answerFields: string;
  /** The field that an argument sets: the text of a file, a directory or its archive, or words. */
  argument?: NonNullable<Endpoint["argument"]>;
  /** The values of fields that were left out, by their path. */
  usual?: Readonly<Record<string, string>>;
  /** The field values on which it exits with 1. */
  failsOn?: { field: string; values: readonly (string | boolean)[] };
};

/** Returns the name of an argument, where that differs from the name of the field that it sets. */
export const argumentName = (argument: NonNullable<Derived["argument"]>): string =>
  argument === "url" ? "page" : argument === "quickAdd" ? "words" : argument === "source" ? "file" : argument;

/** Says that an argument is missing. */
export const missingArgument = (argument: NonNullable<Derived["argument"]>): string =>
  `The ${argumentName(argument)} is missing.`;
