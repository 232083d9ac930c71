import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import { readManifest } from "../../approvals/manifest.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { Instruction } from "../../workers/builtin/language/instruction.ts";
import { parseRecipe } from "../../workers/builtin/parse.ts";

/** Paths that a recipe names and that a waiting patch touches as well, at most five; what commands touch is not known. */
export function sharedPaths(ctx: Ctx, { bundle }: ApprovalDocument, request: string): string[] {
  const manifest = bundle && readManifest(ctx, bundle.manifestSha256);
  const recipe = parseRecipe(request);
  if (!manifest || "misunderstood" in recipe) return [];
  const touched = new Set(manifest.files.map(({ path }) => path));
  return [...new Set(recipe.instructions.flatMap(pathsOf))].filter((path) => touched.has(path)).slice(0, 5);
}

/** The paths that an instruction names as they are; a glob is none of them. */
export function pathsOf(instruction: Instruction): string[] {
  switch (instruction.kind) {
    case "create":
    case "append":
    case "prepend":
    case "delete":
      return [instruction.path];
    case "rename":
      return [instruction.from, instruction.to];
    case "replace":
      return [instruction.target];
    case "run":
    case "use":
      return [];
  }
}
