import { dirname, join, normalize, relative } from "node:path";
import { filesOf, ROOT } from "../kit/root.ts";

/** A file of the program or of its tests, by its path from the root. */
export type Source = { path: string; text: string };

/**
 * One import or re-export of another file of the repository. One that is `hidden` is not read before the program begins, but
 * when it is needed.
 */
export type Import = { from: string; to: string; typeOnly: boolean; hidden: boolean };

const isSource = (path: string): boolean => /\.tsx?$/.test(path);

/** Every source file, tests included. */
export const SOURCES: readonly Source[] = [...filesOf("")].filter(isSource).sort().map((path) => ({
  path,
  text: Deno.readTextFileSync(join(ROOT, path)),
}));

/** The program's own sources. */
export const PROGRAM: readonly Source[] = SOURCES.filter(({ path }) => !/^(?:tests|bench)\//.test(path));

/** What a source imports of the repository. */
export function importsOf({ path, text }: Source): Import[] {
  const statement = /^(?:import|export)\s+(type\s+)?([^;"']*?)\s*from\s+"(\.[^"]+)"/gm;
  const dynamic =
    /(typeof\s+)?\bimport\(\s*"(\.[^"]+)"( as string)?,?\s*(?:\{ with: \{ type: "json" \} \}\s*)?\)/g;
  const to = (target: string) => normalize(join(dirname(path), target));
  return [
    ...[...text.matchAll(statement)].map(([, type, names, target]) => ({
      from: path,
      to: to(target!),
      typeOnly: type !== undefined || allTypes(names!),
      hidden: false,
    })),
    ...[...text.matchAll(dynamic)].map(([, type, target, hidden]) => ({
      from: path,
      to: to(target!),
      typeOnly: type !== undefined,
      hidden: hidden !== undefined,
    })),
  ];
}

/** One import of a package, by the name that deno.json gives it; `hidden` as with files. */
export type PackageImport = { name: string; typeOnly: boolean; hidden: boolean };

/** What a source imports of npm. */
export function packagesOf({ text }: Source): PackageImport[] {
  const statement = /^(?:import|export)\s+(type\s+)?(?:([^;"']*?)\s*from\s+)?"([@a-z][^":]*)"/gm;
  const dynamic = /(typeof\s+)?\bimport\(\s*"([@a-z][^":]*)"( as string)?,?\s*\)/g;
  const nameOf = (target: string) => /^(?:@[^/]+\/)?[^/]+/.exec(target)![0];
  return [
    ...[...text.matchAll(statement)].map(([, type, names, target]) => ({
      name: nameOf(target!),
      typeOnly: type !== undefined || allTypes(names ?? ""),
      hidden: false,
    })),
    ...[...text.matchAll(dynamic)].map(([, type, target, hidden]) => ({
      name: nameOf(target!),
      typeOnly: type !== undefined,
      hidden: hidden !== undefined,
    })),
  ];
}

/** Dynamic imports of a source whose target Deno cannot read off it, and `importsOf` only where it is a text `as string`. */
export const hiddenImportsOf = ({ text }: Source): string[] =>
  [...text.matchAll(/(?<!["'`\w.])import\((?!\s*"[^"]+",?\s*\))[^)]*\)/g)].map(([whole]) => whole);

/** True for `{ type A, type B }`. */
function allTypes(names: string): boolean {
  const inner = /^\{(.*)\}$/s.exec(names.trim())?.[1];
  return inner !== undefined &&
    inner.split(",").map((name) => name.trim()).filter(Boolean).every((name) => name.startsWith("type "));
}

/** Where a file belongs: `rest` is its path in the domain; files of the root are layers of their own. */
export type Place = { layer: string; district: string | null; domain: string | null; rest: string };

/** The layer of a path, the domain within it, and for services the district of the domain. */
export function placeOf(path: string): Place {
  const [layer, ...rest] = path.split("/") as [string, ...string[]];
  const district = layer === "services" && rest.length > 1 ? rest.shift()! : null;
  return { layer, district, domain: rest.length > 1 ? rest[0]! : null, rest: rest.slice(1).join("/") };
}

/** The path of a file as imports would name it. */
export const fromRoot = (path: string): string => relative(ROOT, path);
