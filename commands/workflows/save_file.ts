import type { Connection } from "../service/connection.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import { LOCAL } from "../local.later.ts";
import { readSource } from "../read_source.ts";
import type { Input } from "../derived/input.ts";
import { findingLine } from "./validate.ts";

/** Whether what was typed names a file, where an id may stand too. */
export const isWorkflowFile = (typed: string): boolean => /\.(?:ya?ml|json)$/.test(typed);

/** Reads a definition from a file. Throws `ExitError` with every fault and its place where it cannot be executed. */
export async function readWorkflow(file: string) {
  const source = await readSource(file);
  const { validateSource } = await LOCAL.validateWorkflow();
  const { definition, validation } = await validateSource(source);
  if (definition) return { source, definition };
  const faults = validation.errors.map((finding) => findingLine(file, finding, "error"));
  throw new ExitError(EXIT.failed, [`${file} is not valid:`, ...faults].join("\n"));
}

/** The id of the saved workflow with that name; undefined where there is none. */
export async function findByName(connection: Connection, name: string): Promise<string | undefined> {
  const saved = await connection.call("GET /saved-workflows", { query: { limit: 1_000 } });
  return saved.find((each) => each.name === name)?.id;
}

/**
 * Saves a file as a version of the workflow of its name, or as a new one, and lets `input` name that version. The same text again
 * makes nothing. Gives the workflow's id.
 */
export async function saveFile(connection: Connection, file: string, input: Input): Promise<string> {
  const { source, definition } = await readWorkflow(file);
  const known = await findByName(connection, definition.name);
  const body = { source, ...(known !== undefined && { id: known }) };
  const { id, latestVersion } = await connection.call("POST /saved-workflows", { body });
  input.body.version ??= latestVersion;
  return id;
}
