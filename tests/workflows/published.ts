import { dirname, join } from "node:path";
import { InvalidError } from "../../services/ground/kernel/errors.ts";
import { validateSkill } from "../../services/knowledge/skills/validate.ts";
import { importForeign } from "../../services/workforce/drafting/assist/foreign.ts";
import { validateSource } from "../../services/control/workflows/language/validate.ts";
import { sourceOf } from "../../services/control/workflows/sources.ts";
import { type Format, formatOf } from "./published_format.ts";

/** What became of one file that somebody published. */
type Outcome = "whole" | "with losses" | "refused";

/** Reads every workflow and every skill below some directories, and tells what became of them. */
export async function readPublished(directories: readonly string[], say: (line: string) => void) {
  const read = new Map<string, Record<Outcome, number>>();
  const seen = new Set<string>();
  for (const path of directories.flatMap((directory) => [...filesBelow(directory)])) {
    const text = Deno.readTextFileSync(path);
    if (seen.has(text)) continue;
    seen.add(text);
    const format = formatOf(path, text);
    if (format === null && !path.endsWith("/SKILL.md")) continue;
    const [outcome, why] = await (format === null ? readSkill(dirname(path)) : readWorkflow(format, text));
    const kind = format ?? "skills";
    if (!read.has(kind)) read.set(kind, counts());
    read.get(kind)![outcome]++;
    if (why !== "") say(`${outcome}: ${path.split("/").slice(-4).join("/")}: ${why}`);
  }
  for (const [kind, of] of read) {
    say(`${kind}: ${of.whole} whole, ${of["with losses"]} with losses, ${of.refused} refused`);
  }
}

const counts = (): Record<Outcome, number> => ({ whole: 0, "with losses": 0, refused: 0 });

function* filesBelow(directory: string): Generator<string> {
  for (const { name, isDirectory, isFile } of Deno.readDirSync(directory)) {
    const path = join(directory, name);
    if (isDirectory) yield* filesBelow(path);
    else if (isFile && /^SKILL\.md$|\.ya?ml$/.test(name)) yield path;
  }
}

/** A draft of what could be taken over has to be valid, or to say why it is not. */
async function readWorkflow(format: Format, text: string): Promise<[Outcome, string]> {
  try {
    const { definition, losses } = await importForeign(format, text);
    const lost = losses.filter(({ status }) => status !== "imported");
    if (!definition) return ["refused", lost.at(-1)?.why ?? "nothing in it could be taken over"];
    const { validation } = await validateSource(await sourceOf({ definition }));
    if (!validation.valid) {
      return ["with losses", `the draft is to be mended: ${validation.errors[0]!.message}`];
    }
    return lost.length === 0 ? ["whole", ""] : ["with losses", ""];
  } catch (cause) {
    if (!(cause instanceof InvalidError)) throw cause;
    return ["refused", cause.message];
  }
}

async function readSkill(directory: string): Promise<[Outcome, string]> {
  try {
    const { valid, importable, errors, findings } = await validateSkill({ directory });
    const why = [...errors, ...findings].map(({ rule }) => rule).join(", ");
    return [!importable ? "refused" : valid && findings.length === 0 ? "whole" : "with losses", why];
  } catch (cause) {
    if (!(cause instanceof InvalidError)) throw cause;
    return ["refused", cause.message];
  }
}
