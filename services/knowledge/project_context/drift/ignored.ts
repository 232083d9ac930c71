import { join } from "node:path";
import { readInside } from "../paths/inside.ts";

const MAX_BYTES = 64 * 1024;
const MAX_RULES = 300;

type Rule = { negated: boolean; anchored: boolean; matches: (path: string) => boolean };

/** Whether a path, relative to the repository's root, may be absent because the repository ignores it. */
export type Ignored = (path: string) => boolean;

/**
 * Reads the root's `.gitignore`. Plain names and paths, `*.log` and `build*` are supported and other patterns skipped: this only
 * decides what is not worth reporting, and is always fast.
 *
 * @see gitignore(5)
 */
export function readIgnored(root: string): Ignored {
  const file = readInside(root, join(root, ".gitignore"), MAX_BYTES);
  const text = "problem" in file ? "" : new TextDecoder().decode(file.bytes);
  const rules = text.split("\n").flatMap(ruleOf).slice(0, MAX_RULES);
  return (path) => {
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    if (names.some((name) => name === "node_modules")) return true;
    return names.some((name, index) => {
      const prefix = names.slice(0, index + 1).join("/");
      const last = rules.findLast((rule) => rule.matches(rule.anchored ? prefix : name));
      return last !== undefined && !last.negated;
    });
  };
}

function ruleOf(line: string): Rule[] {
  let pattern = line.trim();
  if (pattern === "" || pattern.startsWith("#") || pattern.length > 200) return [];
  const negated = pattern.startsWith("!");
  pattern = pattern.slice(negated ? 1 : 0).replace(/\/(?:\*\*?)?$/, "").replace(/^\*\*\//, "");
  const anchored = pattern.includes("/");
  pattern = pattern.replace(/^\//, "");
  const fixed = pattern.replace(/^\*|\*$/, "");
  if (fixed === "" || /[*?[\]\\]/.test(fixed)) return [];
  const matches = pattern.startsWith("*")
    ? (path: string) => path.endsWith(fixed)
    : pattern.endsWith("*")
    ? (path: string) => path.startsWith(fixed)
    : (path: string) => path === fixed;
  return [{ negated, anchored, matches }];
}
