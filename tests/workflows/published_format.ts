/** How the text of a file that somebody published is imported. */
export type Format = "github-actions" | "serverless-workflow" | "archon";

/** Says what a YAML file is by what stands in it; null for anything else. */
export function formatOf(path: string, text: string): Format | null {
  if (!/\.ya?ml$/.test(path)) return null;
  if (/^document:/m.test(text) && /^do:/m.test(text)) return "serverless-workflow";
  if (/^jobs:/m.test(text) && /^["']?on["']?:/m.test(text)) return "github-actions";
  return /^nodes:/m.test(text) && path.includes("/workflows/") ? "archon" : null;
}
