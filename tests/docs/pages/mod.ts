import { cliPage } from "./cli.ts";
import { httpApiPage } from "./http_api.ts";
import { defaultsSchema } from "./defaults_schema.ts";
import { districtTable, houseDrawing, houseWays } from "./house.ts";
import { effectsTable } from "./effects.ts";
import { reachTable } from "../../processes/sandbox/policies/reach.ts";
import { approvalStates, runStates } from "./states.ts";
import { whereTable } from "./where.ts";

const ROOT = new URL("../../../", import.meta.url);

/** Where a file of the repository is, by its path from the root. */
export const pathOf = (name: string): URL => new URL(name, ROOT);

/** The parts of a page that are generated, by the name that stands in their marks. */
const PARTS: Readonly<Record<string, () => string>> = {
  "run states": runStates,
  "approval states": approvalStates,
  "house": houseDrawing,
  "ways": houseWays,
  "districts": districtTable,
  "changes": whereTable,
  "effects": effectsTable,
  "reached for": reachTable,
};

/** The pages that `deno task docs` writes, by path, with what each has to hold. */
export const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  "docs/http-api.md": httpApiPage,
  "docs/cli.md": cliPage,
  "docs/agent-harness.schema.json": defaultsSchema,
  "docs/concepts.md": () => withParts(Deno.readTextFileSync(pathOf("docs/concepts.md"))),
  "docs/recovery.md": () => withParts(Deno.readTextFileSync(pathOf("docs/recovery.md"))),
  "docs/security.md": () => withParts(Deno.readTextFileSync(pathOf("docs/security.md"))),
  "docs/developing.md": () => withParts(Deno.readTextFileSync(pathOf("docs/developing.md"))),
};

/** The page with each generated part anew; it stands between its mark and `<!-- end -->`. */
export function withParts(page: string): string {
  return page.replaceAll(
    /(<!-- generated: ([a-z ]+) -->\n)[^]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const part = PARTS[name];
      if (!part) {
        throw new Error(`There is no generated part "${name}". There are: ${Object.keys(PARTS).join(", ")}.`);
      }
      return `${begin}\n${part()}\n\n${end}`;
    },
  );
}
