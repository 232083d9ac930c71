import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { pathOf } from "./pages/mod.ts";
import { proseOf, WRITTEN } from "./pages/written.ts";

/** Names in backticks that begin like this are files of the repository. */
const OURS = /^(?:bench|commands|docs|packaging|routes|services|store|tests|ui)\/[\w./-]*$/;

const exists = (path: string): boolean => {
  try {
    Deno.statSync(pathOf(path));
    return true;
  } catch {
    return false;
  }
};

/** The anchor that a heading gets. */
const anchorOf = (heading: string): string =>
  heading.toLowerCase().replaceAll(/[^\w\s-]/g, "").trim().replaceAll(/\s/g, "-");

const anchorsOf = (path: string): string[] =>
  [...Deno.readTextFileSync(pathOf(path)).matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1]!));

for (const { path, text } of WRITTEN) {
  Deno.test(`${path}: every relative link leads to a file and a heading that are there`, () => {
    const links = [...proseOf(text).matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!);
    const broken = links.filter((link) => !/^https?:/.test(link)).filter((link) => {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      return !exists(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    assert.deepEqual(broken, []);
  });

  Deno.test(`${path}: every file of the repository that it names is there`, () => {
    const named = [...proseOf(text).matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!);
    assert.deepEqual(named.filter((name) => OURS.test(name) && !exists(name)), []);
  });
}

Deno.test("README.md leads to every page of docs/", () => {
  const readme = WRITTEN.find(({ path }) => path === "README.md")!.text;
  const pages = WRITTEN.map(({ path }) => path).filter((path) => path.startsWith("docs/"));
  assert.ok(pages.length > 0);
  assert.deepEqual(pages.filter((path) => !readme.includes(`(${path}`)), []);
});

Deno.test("the pictures of docs/ are small", () => {
  const pictures = [...Deno.readDirSync(pathOf("docs/pictures"))].map(({ name }) => `docs/pictures/${name}`);
  assert.deepEqual(pictures.filter((path) => Deno.statSync(pathOf(path)).size > 80 * 1024), []);
});
