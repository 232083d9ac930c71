import type { ServiceClient } from "../service/connection.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import { LOCAL } from "../local.later.ts";
import { readSource } from "../read_source.ts";
import type { CommandInput } from "../derived/input.ts";
import { findingLine } from "./validate.ts";
import { isWorkflowFile } from "./workflow_file.ts";

/** Reads a definition from a file. Throws `ExitError` with every fault and its place where it cannot be executed. */
export async function readWorkflow(file: string) {
  const source = await readSource(file);
  const { validateSource } = await LOCAL.validateWorkflow();
  const { definition, validation } = await validateSource(source);
  if (definition) return { source, definition };
  const faults = validation.errors.map((finding) => findingLine(file, finding, "error"));
  throw new ExitError(EXIT.failed, [`${file} is not valid:`, ...faults].join("\n"));
}

/** Returns the id of the saved workflow with that name, or undefined. */
export async function findByName(connection: ServiceClient, name: string): Promise<string | undefined> {
  const saved = await connection.call("GET /saved-workflows", { query: { limit: 1_000 } });
  return saved.find((each) => each.name === name)?.id;
}

/**
 * Takes a file in the place of a saved workflow: one that is run is saved first, and one that is saved becomes the next version of
 * the workflow of the same name. Returns the arguments with the id of what was saved.
 */
export async function takeFile(
  connected: () => ServiceClient,
  { key, typed, input }: { key: string; typed: readonly (string | undefined)[]; input: CommandInput },
): Promise<readonly (string | undefined)[]> {
  const [named] = typed;
  if (named === undefined || !isWorkflowFile(named)) return typed;
  if (key === "POST /saved-workflows/:id/run") return [await saveFile(connected(), named, input)];
  const { source, id } = input.body;
  if (key !== "POST /saved-workflows" || typeof source !== "string" || id !== undefined) return typed;
  const { validateSource } = await LOCAL.validateWorkflow();
  const { definition } = await validateSource(source);
  if (definition) input.body.id = await findByName(connected(), definition.name);
  return typed;
}

/**
 * Saves a file as a version of the workflow of the same name, or as a new one, and sets that version in `input`. The same text
 * again creates nothing. Returns the workflow's id.
 */
async function saveFile(
  connection: ServiceClient,
  file: string,
  input: CommandInput,
): Promise<string> {
  const { source, definition } = await readWorkflow(file);
  const known = await findByName(connection, definition.name);
  const body = { source, ...(known !== undefined && { id: known }) };
  const { id, latestVersion } = await connection.call("POST /saved-workflows", { body });
  input.body.version ??= latestVersion;
  return id;
}
