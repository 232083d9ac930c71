import { dirname } from "node:path";
import { z } from "zod";
import { sha256 } from "../../../../../store/chain.ts";
import { syncDirectory, writeDurably } from "../../../../../store/durable_file.ts";
import { InvalidError } from "../../../../ground/kernel/errors.ts";
import { parseSettings, SETTINGS_FILE } from "./settings.ts";
import { messageOf } from "../../../../../store/shared/message_of.ts";

/** A version of `providers.json`, by its hash. */
export const revisionSchema = z.string().regex(/^[0-9a-f]{64}$/, "expected the revision of providers.json");

/** One provider in the file; settings that this program does not write are kept. */
export type RawProvider = Record<string, unknown> & { id: string };
/** The whole file. */
type RawSettings = Record<string, unknown> & { providers?: RawProvider[] };

/** The file on disk. */
type SettingsText = { text: string | null; revision: string | null };

/** Reads the whole file; returns nulls without one. */
export function readSettingsText(path: string): SettingsText {
  try {
    const text = Deno.readTextFileSync(path);
    return { text, revision: sha256(text) };
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return { text: null, revision: null };
    throw new InvalidError(`${SETTINGS_FILE} cannot be read, so nothing was changed.`, { cause });
  }
}

/**
 * Changes the file: all of it is on disk when this returns, or nothing has changed. `expected` is the revision that the caller
 * has read. Throws `InvalidError` where the file has changed since, is not valid, or would not be.
 */
export function changeSettings(
  path: string,
  change: (settings: RawSettings) => RawSettings,
  expected?: string | null,
): void {
  const { text, revision } = readSettingsText(path);
  if (expected !== undefined && expected !== revision) throw changedUnderneath();
  const next = `${JSON.stringify(change(parseRaw(text)), null, 2)}\n`;
  requireValid(next, "The change cannot be saved");
  // Another program may have written it since it was read.
  if (readSettingsText(path).revision !== revision) throw changedUnderneath();
  const place = text === null ? path : Deno.realPathSync(path);
  writeDurably(place, next);
  syncDirectory(dirname(place));
}

const changedUnderneath = () =>
  new InvalidError(
    `${SETTINGS_FILE} has changed since you read it. Reload it, then repeat the change.`,
  );

function parseRaw(text: string | null): RawSettings {
  if (text === null) return {};
  requireValid(text, `${SETTINGS_FILE} has to be fixed by hand first, so nothing was changed`);
  return JSON.parse(text);
}

function requireValid(text: string, what: string): void {
  try {
    parseSettings(text);
  } catch (cause) {
    throw new InvalidError(`${what}: ${messageOf(cause)}`, { cause });
  }
}
