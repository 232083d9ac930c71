/** Shorter than this, a field says nothing. */
const MIN_SHARE = 24;

/** What fits of a value, and the paths of the fields that were shortened or left out. */
type Fitted = { value: unknown; cut: string[] };

/**
 * Returns a value of which the JSON has at most `limit` characters. It is cut at fields, so that it stays JSON: small fields are kept
 * whole, long texts shortened, and of lists the first items kept.
 */
export function fit(value: unknown, limit: number): Fitted {
  const cut: string[] = [];
  return { value: within(value, limit, "", cut), cut };
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

function within(value: unknown, limit: number, path: string, cut: string[]): unknown {
  if (sizeOf(value) <= limit) return value;
  cut.push(path);
  if (typeof value === "string") return shortened(value, limit);
  if (Array.isArray(value)) return firstItems(value, limit, path, cut);
  if (typeof value === "object" && value !== null) return mainFields(value, limit, path, cut);
  return null; // a number that has no place
}

function shortened(text: string, limit: number): string {
  let kept = text.slice(0, Math.max(0, limit - 3));
  // Quotes and line breaks take two characters of JSON.
  while (kept !== "" && sizeOf(`${kept}…`) > limit) {
    kept = kept.slice(0, -Math.max(1, Math.ceil((sizeOf(`${kept}…`) - limit) / 6)));
  }
  return `${kept.replace(/[\ud800-\udbff]$/, "")}…`;
}

function firstItems(items: readonly unknown[], limit: number, path: string, cut: string[]): unknown[] {
  const kept: unknown[] = [];
  let left = limit - 2;
  for (const [at, item] of items.entries()) {
    const size = sizeOf(item) + 1;
    if (size > left) {
      // A list whose first item is too large still says what its items are.
      if (at === 0 && left > MIN_SHARE) kept.push(within(item, left, pathOf(path, "0"), cut));
      break;
    }
    kept.push(item);
    left -= size;
  }
  return kept;
}

/** Shares what is left among the fields, the smallest first, so that a small one never gives way to a large one. */
function mainFields(fields: object, limit: number, path: string, cut: string[]): object {
  const bySize = Object.entries(fields).filter(([, value]) => value !== undefined)
    .sort(([, a], [, b]) => sizeOf(a) - sizeOf(b));
  const kept = new Map<string, unknown>();
  let left = limit - 2;
  bySize.forEach(([name, value], at) => {
    const key = sizeOf(name) + 2;
    const share = Math.floor(left / (bySize.length - at)) - key;
    const whole = sizeOf(value) <= share;
    if (!whole && share < MIN_SHARE) return void cut.push(pathOf(path, name));
    const fitting = whole ? value : within(value, share, pathOf(path, name), cut);
    kept.set(name, fitting);
    left -= key + sizeOf(fitting);
  });
  return Object.fromEntries(
    Object.keys(fields).filter((name) => kept.has(name)).map((name) => [name, kept.get(name)]),
  );
}

const pathOf = (path: string, name: string): string => path === "" ? name : `${path}.${name}`;
