import { PROGRAM, type Source } from "./sources.ts";

/** A type, interface or class: its file, its text up to the end of the statement, and whether it is exported. */
export type Declaration = { name: string; path: string; text: string; exported: boolean };

/**
 * Names that two types have, each with the reason. The list only shrinks. Two names of one shape of the API are not on it:
 * the page and the command line call a response what the service calls it.
 */
export const SHARED_NAMES: Readonly<Record<string, string>> = {
  Attempt: "one to apply an approval, and one to perform an effect",
  Effect: "a change outside of the log that is performed once, and what a message changed",
  Item: "what a source of the planner has, and a login at an institution as its provider calls it",
  Made: "a record that a verb created, and a proof of a connector that was made",
  Progress: "of an effect that is under way, and of the verification of a database",
  Subject: "what an approval is about, and the owner of an account as OpenID calls it",
  Target: "where a program connects to, and the event that an action changes",
  Written: "the result of a write to a calendar, and that of a step of a plan",
};

/** Returns the types of the program, or of other sources. */
export const declarationsOf = (sources: readonly Source[] = PROGRAM): Declaration[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^(export )?(?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)[^;{]*;?/gm)]
      .map(([whole, exported, name]) => ({
        name: name!,
        path,
        text: whole,
        exported: exported !== undefined,
      }))
  );

/** Returns the names that are exported by more than one file, with the files. */
export function repeatedNames(declarations: readonly Declaration[]): Map<string, string[]> {
  const files = Map.groupBy(declarations.filter(({ exported }) => exported), ({ name }) => name);
  return new Map(
    [...files].map(([name, all]) => [name, [...new Set(all.map(({ path }) => path))]] as [string, string[]])
      .filter(([, paths]) => paths.length > 1),
  );
}

/**
 * Returns the names of different types: those declared in more than one file, not counting types of the page and the
 * command line that are computed from the API, such as `Result<Api["GET /runs"]>[number]`.
 */
export function sharedNames(declarations: readonly Declaration[]): Map<string, string[]> {
  const shapes = apiShapes(declarations);
  const own = repeatedNames(declarations.filter((each) => !shapes.has(each)));
  const endpoints = Map.groupBy([...shapes].filter(([{ exported }]) => exported), ([{ name }]) => name);
  const differing = [...endpoints].filter(([, all]) => new Set(all.map(([, shape]) => shape)).size > 1);
  return new Map([
    ...own,
    ...differing.map(([name, all]) => [name, all.map(([{ path }]) => path)] as const),
  ]);
}

/** The types of clients that are computed from the API, with what they are computed from, written out. */
function apiShapes(declarations: readonly Declaration[]): Map<Declaration, string> {
  const clients = declarations.filter(({ path }) => /^(?:ui|commands|client)\//.test(path));
  const shapes = new Map<Declaration, string>();
  for (let before = -1; before < shapes.size;) {
    before = shapes.size;
    for (const each of clients) {
      const body = /=\s*([^{]*)$/s.exec(each.text)?.[1]?.replace(/;$/, "");
      if (body === undefined || shapes.has(each)) continue;
      const base = /\b[A-Z]\w*/.exec(body.replace(/^(?:Extract|NonNullable|Exclude)</, ""))?.[0];
      const known = [...shapes].filter(([{ name }]) => name === base);
      const [found] = known.length > 1 ? known.filter(([{ path }]) => path === each.path) : known;
      if (/\bApi\["/.test(body)) shapes.set(each, body);
      else if (found) shapes.set(each, body.replace(base!, found[1]));
    }
  }
  return shapes;
}

/** Returns the types and functions that a module exports under another name than their own. */
export const renamedExports = (sources: readonly Source[] = PROGRAM): string[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names]) =>
      [...names!.matchAll(/\w+ as \w+/g)].map(([renamed]) => `${path}: ${renamed}`)
    )
  );

/** Returns the rows of a glossary, a Markdown table of words, meanings and types. */
export const glossaryOf = (page: string): { word: string; types: string[] }[] =>
  [...page.split(/^## Glossary$/m)[1]!.split(/^## /m)[0]!.matchAll(/^\| (.+?) \| .+ \| (.*?) \|$/gm)]
    .slice(1)
    .map(([, word, types]) => ({
      word: word!,
      types: [...types!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    }));

if (import.meta.main) {
  const declarations = declarationsOf();
  const shared = sharedNames(declarations);
  const lines = [...shared].map(([name, paths]) => [name, ...paths].join("\n  "));
  lines.push(
    `${declarations.filter(({ exported }) => exported).length} types; ${
      repeatedNames(declarations).size
    } names stand in more than one file, ` +
      `${shared.size} of them for different types`,
  );
  Deno.stdout.writeSync(new TextEncoder().encode(`${lines.join("\n")}\n`));
}
