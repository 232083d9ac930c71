import type { ApprovalDocument } from "../../../../../store/approvals/stream.ts";
import { readManifest } from "../../../../control/approvals/manifest.ts";
import type { Ctx } from "../../../../ground/kernel/context.ts";
import type { Instruction } from "../../../../workforce/recipes/language/instruction.ts";
import { parseRecipe } from "../../../../workforce/recipes/parse.ts";

/** Returns paths that both a recipe names and a waiting patch touches, at most five. What commands touch is unknown. */
export function sharedPaths(ctx: Ctx, { bundle }: ApprovalDocument, request: string): string[] {
  const manifest = bundle && readManifest(ctx, bundle.manifestSha256);
  const recipe = parseRecipe(request);
  if (!manifest || "misunderstood" in recipe) return [];
  const touched = new Set(manifest.files.map(({ path }) => path));
  return [...new Set(recipe.instructions.flatMap(pathsOf))].filter((path) => touched.has(path)).slice(0, 5);
}

/** The literal paths that an instruction names; a glob is not one. */
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
