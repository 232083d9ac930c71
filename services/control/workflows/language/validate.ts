import { checkDefinition } from "./check.ts";
import type { WorkflowDefinition } from "./definition.ts";
import { loadExpressions } from "./expression.ts";
import { includeWorkflows, type Inclusions, type Library } from "./include.ts";
import { type DefinitionIssue, Issues, type Path } from "./issue.ts";
import { readDefinition } from "./read.ts";
import { readSourceText, type SourceText } from "./source.ts";

/** An error or a warning, with its place in the text. */
export type DefinitionFinding = {
  id: string;
  path: string;
  line: number;
  column: number;
  rule: string;
  message: string;
  fix?: string;
};
/** What was found in a definition before it runs. */
export type Validation = { valid: boolean; errors: DefinitionFinding[]; warnings: DefinitionFinding[] };

/** A checked definition; null if it cannot be executed. */
export type ValidatedSource = {
  definition: WorkflowDefinition | null;
  validation: Validation;
  inclusions: Inclusions;
};

const NONE: Inclusions = { pins: [], versions: [] };
const MAX_FINDINGS = 100;

/**
 * Reads and checks the text of a definition, YAML or JSON, without executing anything. Without a library, workflows
 * that it names are not looked up. `chain` contains the ids of the surrounding workflows, its own last; empty if it is
 * not saved yet.
 */
export async function validateSource(
  text: string,
  library?: Library,
  chain: readonly string[] = [""],
): Promise<ValidatedSource> {
  const source = await readSourceText(text);
  if ("fault" in source) {
    const error = { id: "error_1", path: "", rule: "syntax", ...source.fault };
    return {
      definition: null,
      validation: { valid: false, errors: [error], warnings: [] },
      inclusions: NONE,
    };
  }
  const issues = new Issues();
  const definition = readDefinition(source.value, issues);
  const inclusions = definition && library
    ? await includeWorkflows(definition, library, chain, issues)
    : NONE;
  if (definition) checkDefinition(definition, await loadExpressions(), issues);
  const errors = issues.errors.slice(0, MAX_FINDINGS).map((issue, at) =>
    findingOf(issue, source, `error_${at + 1}`)
  );
  const warnings = issues.warnings.slice(0, MAX_FINDINGS)
    .map((issue, at) => findingOf(issue, source, `warning_${at + 1}`));
  const valid = errors.length === 0;
  return { definition: valid ? definition : null, validation: { valid, errors, warnings }, inclusions };
}

function findingOf(issue: DefinitionIssue, source: SourceText, id: string): DefinitionFinding {
  const { path, rule, message, fix } = issue;
  return { id, path: pathText(path), ...source.locate(issue), rule, message, ...(fix && { fix }) };
}

/** Returns a place as a text: `nodes[2].with.command`. */
const pathText = (path: Path): string =>
  path.map((part, at) => typeof part === "number" ? `[${part}]` : at === 0 ? part : `.${part}`).join("");

/** Returns the problems of a definition as one sentence: the first error with its place, then how many there are. */
export function describeFindings({ errors }: Validation): string {
  return errors.slice(0, 20).map(({ line, column, message, fix }) =>
    `Line ${line}, column ${column}: ${message}${fix ? ` ${fix}` : ""}`
  ).join("\n");
}
