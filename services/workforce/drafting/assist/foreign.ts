import { InvalidError } from "../../../ground/kernel/errors.ts";
import { readSourceText } from "../../../control/workflows/language/source.ts";
import { fromArchon } from "./from_archon.ts";
import { fromGitHubActions } from "./from_github_actions.ts";
import { fromServerlessWorkflow } from "./from_serverless_workflow.ts";
import { Import, type Loss } from "./import.ts";
import { isRecord } from "../../../../store/shared/records.ts";

const FORMATS = {
  "archon": fromArchon,
  "github-actions": fromGitHubActions,
  "serverless-workflow": fromServerlessWorkflow,
} as const;

/** Reads a foreign definition without executing anything. Throws `InvalidError` if it does not have that format. */
export async function importForeign(
  format: keyof typeof FORMATS,
  content: string,
): Promise<{ definition: Record<string, unknown> | null; losses: Loss[] }> {
  const source = await readSourceText(content);
  if ("fault" in source) throw new InvalidError(`Line ${source.fault.line}: ${source.fault.message}`);
  const { value } = source;
  if (!isRecord(value)) {
    throw new InvalidError(`The text is not a valid ${format} definition.`);
  }
  const into = new Import(source);
  const outline = FORMATS[format](value, into);
  const definition = into.nodes.length > 0 ? { ...outline, nodes: into.nodes } : null;
  return { definition, losses: into.losses() };
}
