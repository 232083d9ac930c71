import { join } from "node:path";
import { contextFor } from "../../services/ground/kernel/context.ts";
import type { ServiceCtx } from "../../services/parts.ts";
import { Harness, type HarnessOptions } from "../harness.ts";

/** A value that occurs nowhere by chance, with characters that every encoding spells differently. */
export const CANARY = 'canary/Zq7+"x&y=1 %é-4711-do-not-show';

/** Every file below a directory with its bytes as text of one character a byte. */
export function* filesBelow(directory: string): Generator<{ path: string; text: string }> {
  for (const entry of Deno.readDirSync(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory) yield* filesBelow(path);
    else if (entry.isFile) yield { path, text: new TextDecoder("latin1").decode(Deno.readFileSync(path)) };
  }
}

/** The files below a directory that hold a text, by their paths. */
export function filesWith(directory: string, text: string): string[] {
  const bytes = new TextDecoder("latin1").decode(new TextEncoder().encode(text));
  return [...filesBelow(directory)].filter((file) => file.text.includes(bytes)).map(({ path }) => path);
}

/** A context by which a test calls the verbs that have no endpoint. */
export const systemOf = (h: Harness): ServiceCtx => contextFor(h.service, "system");

/** Stores a secret of the class `local-encrypted`. */
export const store = (
  h: Harness,
  value = CANARY,
  more: { name?: string; provider?: string; metadata?: Record<string, string> } = {},
) => h.operator("POST /secrets", { body: { name: "canary", kind: "api-key", value, ...more } });

/** Stops the service and starts it again on the same storage directory. */
export async function restarted(h: Harness, options: HarnessOptions = {}): Promise<Harness> {
  await h.close();
  return await Harness.open(options, h.directory);
}
