import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bySpecificity } from "../../routes/specificity.ts";
import { declared, OUTPUTS } from "./declared.ts";
import { current } from "../kit/current_file.ts";
import { ROOT } from "../kit/root.ts";
import { Statistics } from "./statistics.ts";
import { FIELDS_VARIABLE } from "./variable.ts";
import { splitRouteKey } from "../../store/shared/route_key.ts";

/** What one file of tests saw. */
export type Seen = { file: string; fields: Record<string, string[]>; enums: Record<string, string[]> };

const directory = Deno.env.get(FIELDS_VARIABLE);
/** What was seen, by the file of tests; null where nothing is to be collected. */
const byFile = directory === undefined ? null : new Map<string, Statistics>();
if (byFile) declared(); // names every field, in the same order everywhere

/** Returns the statistics of the test file that runs now. */
function statisticsNow(): Statistics | null {
  if (!byFile) return null;
  const file = current.file ?? relative(ROOT, fileURLToPath(Deno.mainModule));
  return byFile.get(file) ?? byFile.set(file, new Statistics()).get(file)!;
}

if (directory !== undefined && byFile) {
  globalThis.addEventListener("unload", () => {
    const lists = (sets: Map<string, Set<string>>) =>
      Object.fromEntries([...sets].map(([name, values]) => [name, [...values]]));
    for (const [file, { fields, enums }] of byFile) {
      const seen: Seen = { file, fields: lists(fields), enums: lists(enums) };
      Deno.writeTextFileSync(join(directory, `${crypto.randomUUID()}.json`), JSON.stringify(seen));
    }
  });
}

const PATTERNS = byFile
  ? bySpecificity([...OUTPUTS.keys()]).map((key) => {
    const [method, path] = splitRouteKey(key);
    return { key, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`) };
  })
  : [];

/** Counts in what a service answered, where the runner collects it. Errors have one shape and are left out. */
export async function countAnswer(method: string, path: string, response: Response): Promise<void> {
  const statistics = statisticsNow();
  if (!statistics || !response.ok || !response.headers.get("content-type")?.includes("json")) return;
  const { pathname } = new URL(path, "http://localhost");
  const found = PATTERNS.find((each) => each.method === method && each.pattern.test(pathname));
  if (found) statistics.add(OUTPUTS.get(found.key)!, await response.clone().json(), found.key);
}
