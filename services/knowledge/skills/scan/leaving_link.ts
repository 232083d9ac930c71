import { posix } from "node:path";

const LINKS = /\]\(([^)\s]{1,300})[^)]{0,200}\)/g;

/** The first link in a line of a file that leads out of the skill; null if there is none. */
export function leavingLink(line: string, path: string): string | null {
  if (!line.includes("](")) return null;
  for (const [, target = ""] of line.matchAll(LINKS)) {
    if (target.startsWith("file:")) return target;
    const isPath = !/^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(target);
    if (isPath && /^\.\.(?:\/|$)/.test(posix.join(posix.dirname(path), target))) return target;
  }
  return null;
}
