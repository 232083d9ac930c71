import type { ASTNode } from "@marcbachmann/cel-js";

/** Returns the parts of an expression in what the library stores with a part. */
export function partsIn(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(partsIn);
  return typeof args === "object" && args !== null && "op" in args ? [args as ASTNode] : [];
}
