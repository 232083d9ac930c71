import { readBounded } from "../../../ground/kernel/bounded_file.ts";
import { parseSettings } from "../find/target_config.ts";
import { GitError } from "../git/git.ts";
import { lstat, writeOwn } from "./plain.ts";

const MAX_BYTES = 1 << 20;

/** Settings that only describe data. Everything else may name a program, or another file with settings. */
const HARMLESS: readonly RegExp[] = [
  /^core\.(?:repositoryformatversion|bare|filemode|symlinks|ignorecase|precomposeunicode|autocrlf|eol|logallrefupdates)$/,
  /^core\.sparsecheckout(?:cone)?$/,
  /^extensions\.(?:objectformat|refstorage)$/,
  /^user\.(?:name|email)$/,
  /^branch\..+\.(?:remote|merge)$/s,
  /^remote\..+\.fetch$/s,
];

/** Addresses that git fetches from with its own programs. */
const ADDRESS = /^(?:https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:/;

const isHarmless = (key: string, value: string): boolean =>
  HARMLESS.some((pattern) => pattern.test(key)) || (/^remote\..+\.url$/s.test(key) && ADDRESS.test(value));

/** Removes the settings of a git configuration that may name a program. One that is no small file counts as empty. */
export async function onlyHarmless(path: string): Promise<void> {
  const info = await lstat(path);
  if (info === null) return;
  const file = await readBounded(path, MAX_BYTES);
  const text = "bytes" in file ? await harmlessSettings(new TextDecoder().decode(file.bytes)) : "";
  if (text !== null) await writeOwn(path, text);
}

/**
 * Returns the text of a git configuration with only those settings that name no program; null if the given text has no
 * others. One that git cannot parse counts as empty.
 */
async function harmlessSettings(text: string): Promise<string | null> {
  const found = await parseSettings(text).catch((cause) => {
    if (cause instanceof GitError) return null;
    throw cause;
  });
  const kept = [...found ?? []].filter(([key, value]) => isHarmless(key, value));
  if (found !== null && kept.length === found.size) return null;
  return kept.map(([key, value]) => lineOf(key, value)).join("");
}

/** @see git-config(1), "Syntax" */
function lineOf(key: string, value: string): string {
  const [first, last] = [key.indexOf("."), key.lastIndexOf(".")];
  const [section, name] = [key.slice(0, first), key.slice(last + 1)];
  const within = first === last ? "" : ` "${escaped(key.slice(first + 1, last))}"`;
  return `[${section}${within}]\n\t${name} = "${escaped(value).replaceAll("\n", "\\n")}"\n`;
}

const escaped = (text: string): string => text.replace(/[\\"]/g, "\\$&");
