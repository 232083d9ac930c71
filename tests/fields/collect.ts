import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bySpecificity } from "../../routes/specificity.ts";
import { declared, OUTPUTS } from "./declared.ts";
import { Statistics } from "./statistics.ts";
import { FIELDS_VARIABLE } from "./variable.ts";

/** What one file of tests saw. */
export type Seen = { file: string; fields: Record<string, string[]>; enums: Record<string, string[]> };

const directory = Deno.env.get(FIELDS_VARIABLE);
const statistics = directory === undefined ? null : new Statistics();
if (statistics) declared(); // names every field, in the same order everywhere

if (directory !== undefined && statistics) {
  globalThis.addEventListener("unload", () => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const lists = (sets: Map<string, Set<string>>) =>
      Object.fromEntries([...sets].map(([name, values]) => [name, [...values]]));
    const seen: Seen = {
      file: relative(root, fileURLToPath(Deno.mainModule)),
      fields: lists(statistics.fields),
      enums: lists(statistics.enums),
    };
    Deno.writeTextFileSync(join(directory, `${crypto.randomUUID()}.json`), JSON.stringify(seen));
  });
}

const PATTERNS = statistics
  ? bySpecificity([...OUTPUTS.keys()]).map((key) => {
    const [method, path] = key.split(" ") as [string, string];
    return { key, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`) };
  })
  : [];

/** Counts in what a service answered, where the runner collects it. Errors have one shape and are left out. */
export async function countAnswer(method: string, path: string, response: Response): Promise<void> {
  if (!statistics || !response.ok || !response.headers.get("content-type")?.includes("json")) return;
  const { pathname } = new URL(path, "http://localhost");
  const found = PATTERNS.find((each) => each.method === method && each.pattern.test(pathname));
  if (found) statistics.add(OUTPUTS.get(found.key)!, await response.clone().json(), found.key);
}
