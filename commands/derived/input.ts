import { resolve } from "node:path";
import type { z } from "zod";
import type { Endpoint } from "../../routes/endpoint.ts";
import { UsageError } from "../exit_codes.ts";
import { readSource, UnreadableError } from "../read_source.ts";
import type { ServiceClient } from "../service/connection.ts";
import { REPOSITORY, resolveRepository } from "../service/repository.ts";
import { resolveId } from "../service/resolve.ts";
import { saidMissing } from "../service/with_flags.ts";
import { isWorkflowFile } from "../workflows/workflow_file.ts";
import { readAttachment } from "./attachment.ts";
import { type Derived, missingArgument } from "./command.ts";
import type { Field, RequestPart } from "./fields.ts";
import { attributeOf } from "./options.ts";
import { isInWords } from "./in_words.ts";
import { jsonProblem } from "../../store/shared/json_problem.ts";
import { isRecord, recordOf } from "../../store/shared/records.ts";

type Json = Record<string, unknown>;

/** The flags of a command as input of the request. */
export type CommandInput = { query: Json; body: Json };

/** Fields that hold a path on this machine. A person may type a relative path; the service needs an absolute one. */
const LOCAL = new Set(["projectPath", "directory"]);

/** Fields that hold the text of a definition, for which a file can be named instead. */
const SOURCES = new Set(["draft"]);

/** Combines the flags with the body of `--json-body`, unchecked. Flags win. */
export async function readInput(fields: readonly Field[], options: Json): Promise<CommandInput> {
  const input: CommandInput = { query: {}, body: await readBody(options.jsonBody) };
  for (const field of fields) {
    const given = options[attributeOf(field.flag)];
    if (given === undefined) {
      if (isMissingRepository(field, input)) put(input[field.part], field.path, ".");
      continue;
    }
    put(input[field.part], field.path, await convert(field, given as string | string[] | boolean));
  }
  return input;
}

/** Returns whether a required repository was not named, so that the current directory is used. */
const isMissingRepository = ({ part, path, required }: Field, input: CommandInput): boolean =>
  required && path.length === 1 && path[0] === REPOSITORY && input[part][REPOSITORY] === undefined;

/** The lists of the records that a field names by their id. */
const LISTINGS: Readonly<Record<string, string>> = {
  runId: "/runs",
  activeRunId: "/runs",
  workflowId: "/saved-workflows",
  conversationId: "/coordinator/conversations",
};

/** Replaces the value of `--repo` (a path, name or number) with a directory, and shortened ids, numbers and names with whole ids. */
export async function resolveNames(
  connection: () => ServiceClient,
  { fields, options, input }: { fields: readonly Field[]; options: Json; input: CommandInput },
): Promise<void> {
  for (const field of fields.filter(({ path }) => path.length === 1 && path[0] === REPOSITORY)) {
    const typed = options[attributeOf(field.flag)] ??
      (input[field.part][REPOSITORY] === "." ? "." : undefined);
    if (typeof typed === "string") input[field.part][REPOSITORY] = await resolveRepository(connection, typed);
  }
  for (const { part, path: [name = "", ...rest] } of fields) {
    const typed = input[part][name];
    if (rest.length > 0 || typeof typed !== "string" || !Object.hasOwn(LISTINGS, name)) continue;
    input[part][name] = await resolveId(connection(), LISTINGS[name]!, typed);
  }
}

/** Adds an argument to the input: words, the text of a file, a directory on this machine, or an archive of one. */
export async function addArgument(
  { argument, fields }: Derived,
  given: string,
  input: CommandInput,
): Promise<void> {
  const part = fields.find(({ path }) => path.length === 1 && path[0] === argument)?.part ?? "body";
  Object.assign(input[part], await readArgument(argument!, given));
}

async function readArgument(field: NonNullable<Derived["argument"]>, given: string): Promise<Json> {
  if (field === "source") return { source: await readSource(given) };
  if (field !== "directory") return { [field]: given };
  const isFile = await Deno.stat(given).then((info) => info.isFile, () => false);
  if (isFile) return { archiveBase64: (await Deno.readFile(given)).toBase64() };
  return { directory: given.startsWith("~") ? given : resolve(given) };
}

/** Checks the input against the schemas of the endpoint. Throws `UsageError` for the first problem. */
export function checkInput(
  schemas: Pick<Endpoint, RequestPart>,
  named: Pick<Derived, "fields" | "argument">,
  input: CommandInput,
): void {
  for (const part of ["query", "body"] as const) {
    if (schemas[part]) check(schemas[part], { part, value: input[part], ...named });
  }
}

async function readBody(source: unknown): Promise<Json> {
  if (typeof source !== "string") return {};
  let value: unknown;
  try {
    value = JSON.parse(await readSource(source));
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      throw new UsageError(
        `--json-body is not valid JSON: ${jsonProblem(cause)}.`,
      );
    }
    throw cause;
  }
  if (isRecord(value)) return value;
  throw new UsageError("--json-body must be a JSON object.");
}

async function convert(field: Field, given: string | string[] | boolean): Promise<unknown> {
  if (field.kind === "files" && Array.isArray(given)) return await Promise.all(given.map(readAttachment));
  if (typeof given !== "string") return given;
  if (field.nullable && given === "null") return null;
  switch (field.kind) {
    case "number":
      if (given.trim() === "" || Number.isNaN(Number(given))) {
        throw new UsageError(`--${field.flag} must be a number, not "${given}".`);
      }
      return Number(given);
    case "json":
      if (isInWords(field, given)) return given;
      try {
        return JSON.parse(given);
      } catch (cause) {
        const example = field.example === undefined ? "" : `, such as ${field.example}`;
        throw new UsageError(`--${field.flag} takes JSON${example}: ${jsonProblem(cause)}.`);
      }
    case "text or json":
      return textOrJson(field, given);
    case "secret":
      return (await readSecret(field, given)).replace(/\r?\n$/, "");
    default:
      if (SOURCES.has(field.path.join(".")) && isWorkflowFile(given)) return await readSource(given);
      return LOCAL.has(field.path.at(-1)!) && !given.startsWith("~") ? resolve(given) : given;
  }
}

/** A date may be typed as it is, or as JSON; an object is always JSON. */
function textOrJson({ flag }: Field, given: string): unknown {
  try {
    return JSON.parse(given);
  } catch (cause) {
    if (!/^\s*[{["]/.test(given)) return given;
    throw new UsageError(`--${flag} takes text or JSON: ${jsonProblem(cause)}.`);
  }
}

/** A value that is not the name of a file may be the secret itself, so it is not repeated. */
async function readSecret({ flag }: Field, source: string): Promise<string> {
  try {
    return await readSource(source);
  } catch (cause) {
    if (!(cause instanceof UnreadableError)) throw cause;
    throw new UsageError(
      `--${flag} takes the name of a file with the secret, or - for stdin. That file does not exist.`,
    );
  }
}

function put(target: Json, path: readonly string[], value: unknown): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const object = recordOf(target[name]);
  target[name] = object;
  put(object, rest, value);
}

type Checked = { part: RequestPart; value: Json } & Pick<Derived, "fields" | "argument">;

/** Checks the input against the contract; errors name the flag. */
function check(schema: z.ZodType, { part, value, fields, argument }: Checked): void {
  const parsed = schema.safeParse(value, { reportInput: true });
  const issue = parsed.error?.issues[0];
  // Which branch of a union was meant is found by the service, which says it in words.
  if (!issue || issue.code === "invalid_union") return;
  const path = issue.path.map(String);
  const field = fields.find((one) =>
    one.part === part && one.path.every((name, i) => name === path[i] || path.length <= i)
  );
  const missing = issue.input === undefined && ["invalid_type", "invalid_value"].includes(issue.code);
  if (missing && path.join(".") === argument) throw new UsageError(missingArgument(argument));
  // The number of an item in a list was not typed.
  const within = path.slice(field?.path.length).filter((name) => !/^\d+$/.test(name)).join(".");
  const named = field ? `--${field.flag}${within && `: ${within}`}` : path.join(".") || "The input";
  const choices = field?.choices ? ` It is ${field.choices.join(" or ")}.` : "";
  const invalid = saidMissing(`${named} is invalid: ${issue.message.replace(/^Invalid input: /, "")}.`);
  throw new UsageError(missing ? `${named} is missing.${choices}` : invalid);
}
