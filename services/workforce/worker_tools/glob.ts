// Own code: models also write patterns, and the regular expressions that a library compiles them to backtrack without a bound
// (picomatch 4: `*a` six times and 120 characters take more than 20 seconds).

/** A pattern with more alternatives is refused: each is matched separately. */
const MAX_ALTERNATIVES = 64;

/** Whether a path contains characters that make it a pattern. */
export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path);
}

/**
 * Returns the alternatives of `{a,b}`, including nested ones; the pattern itself without any. A brace without a comma or a
 * partner is an ordinary character. Null for more than 64 alternatives.
 */
export function expandBraces(pattern: string): string[] | null {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const brace = firstBrace(next);
    if (brace === null) done.push(next);
    else open.push(...brace.toReversed());
    if (done.length + open.length > MAX_ALTERNATIVES) return null;
  }
  return done;
}

/**
 * Whether a path matches a pattern: `*` and `?` within a name (including leading dots), `[a-z]` and `[!a-z]`,
 * `{a,b}`, and `**` as a whole name for any number of directories. The time is bounded for every pattern.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  const names = path.split("/");
  return (expandBraces(pattern) ?? []).some((single) => matchNames(single.split("/"), names));
}

/** A brace that is open, and the commas directly inside of it. */
type Brace = { start: number; commas: number[] };

/** Returns the alternatives of the first pair of braces with a comma. */
function firstBrace(pattern: string): string[] | null {
  const open: Brace[] = [];
  let first: Brace & { end: number } | null = null;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "{") open.push({ start: at, commas: [] });
    else if (character === ",") open.at(-1)?.commas.push(at);
    else if (character === "}") {
      const brace = open.pop();
      // A pair that encloses another closes after it.
      if (brace && brace.commas.length > 0 && brace.start < (first?.start ?? Infinity)) {
        first = { ...brace, end: at };
      }
    }
  }
  if (first === null) return null;
  const { start, commas, end } = first;
  const marks = [start, ...commas, end];
  return marks.slice(1).map((mark, index) =>
    pattern.slice(0, start) + pattern.slice((marks[index] ?? 0) + 1, mark) + pattern.slice(end + 1)
  );
}

/** `reached[j]`: the patterns so far match the first j names. */
function matchNames(patterns: readonly string[], names: readonly string[]): boolean {
  let reached = names.map(() => false);
  reached.unshift(true);
  for (const pattern of patterns) {
    const next = reached.map(() => false);
    for (let j = 0; j <= names.length; j++) {
      if (pattern === "**") next[j] = (reached[j] ?? false) || (j > 0 && (next[j - 1] ?? false));
      else if (j > 0) next[j] = (reached[j - 1] ?? false) && matchName(pattern, names[j - 1] ?? "");
    }
    reached = next;
  }
  return reached[names.length] ?? false;
}

/** Only the last `*` is ever retried, so this takes at most pattern × name steps. */
function matchName(pattern: string, name: string): boolean {
  const parts = pattern.match(/\[[!^]?\]?[^\]]*\]|./gsu) ?? [];
  const characters = [...name];
  let part = 0;
  let star: { part: number; at: number } | null = null;
  let at = 0;
  while (at < characters.length) {
    const current = parts[part];
    if (current === "*") {
      star = { part: ++part, at };
    } else if (current !== undefined && matchCharacter(current, characters[at] ?? "")) {
      part++;
      at++;
    } else if (star) {
      part = star.part;
      at = ++star.at;
    } else {
      return false;
    }
  }
  return parts.slice(part).every((rest) => rest === "*");
}

function matchCharacter(part: string, character: string): boolean {
  if (part === "?") return true;
  if (part.length < 3 || !part.startsWith("[")) return part === character;
  const negated = /^\[[!^]/.test(part);
  const set = [...part.slice(negated ? 2 : 1, -1)];
  let found = false;
  for (let i = 0; i < set.length; i++) {
    const low = set[i] ?? "";
    const high = set[i + 1] === "-" ? set[i + 2] : undefined;
    if (high !== undefined) i += 2;
    if (character >= low && character <= (high ?? low)) found = true;
  }
  return found !== negated;
}
