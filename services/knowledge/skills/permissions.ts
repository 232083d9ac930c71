import type { z } from "zod";
import type { skillPermissionsSchema } from "../../../store/skills/document.ts";
import type { ManifestFields } from "./manifest.ts";

/** What a skill seems to need. */
type SkillPermissions = z.infer<typeof skillPermissionsSchema>;

/** A text file of a skill. */
type Text = { path: string; text: string };

const MAX_NAMES = 100;

const SCRIPT = /\.(?:sh|bash|zsh|fish|py|js|mjs|cjs|ts|rb|pl|php|lua|ps1|bat|cmd|exe|jar|wasm|so|dylib)$/i;

/**
 * Derives what a skill seems to need from its files: what it uses, not what it says about itself. It is shown and
 * grants nothing.
 */
export function permissionsOf(
  { allowedTools }: Pick<ManifestFields, "allowedTools">,
  texts: readonly Text[],
  programs: readonly string[],
): SkillPermissions {
  const scripts = texts.filter(({ path, text }) => SCRIPT.test(path) || text.startsWith("#!")).map((
    { path },
  ) => path);
  const all = (pattern: RegExp) =>
    texts.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1]!));
  return {
    tools: names(allowedTools),
    scripts: names([...scripts, ...programs]),
    hosts: names(
      all(/\bhttps?:\/\/([a-z0-9][a-z0-9.-]{0,250})/gi).map((host) => host.toLowerCase().replace(/\.$/, "")),
    ),
    commands: names(commandsIn(texts)),
    secrets: names(all(/\b([A-Z][A-Z0-9_]{0,60}(?:_KEY|_TOKEN|_SECRET|_PASSWORD|_CREDENTIALS))\b/g)),
  };
}

/** The programs with which lines of Markdown shell blocks begin. */
function commandsIn(texts: readonly Text[]): string[] {
  const blocks = texts.flatMap(({ text }) =>
    [...text.matchAll(/^```(?:bash|sh|shell|console|zsh)[^\n]*\n([\s\S]{0,20000}?)^```/gm)].map((match) =>
      match[1]!
    )
  );
  return blocks.flatMap((block) => block.split("\n")).flatMap((line) => {
    const word = /^\s*(?:\$\s+)?(?:sudo\s+)?(?:[A-Z_]+=\S+\s+){0,4}([a-z][\w.+-]{0,60})(?=\s|$)/.exec(line)
      ?.[1];
    return word === undefined ? [] : [word];
  });
}

const names = (found: readonly string[]): string[] => [...new Set(found)].sort().slice(0, MAX_NAMES);
