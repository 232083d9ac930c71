import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { stateDirectory } from "../storage_place.ts";
import type { Shell } from "../shell.ts";
import type { ScreenState } from "./state.ts";

/** What was written on the screen of a repository and not sent, in a file that only this user can read. */
type DraftFile = {
  read: () => ScreenState["drafts"];
  keep: (drafts: ScreenState["drafts"]) => void;
};

/** Returns the file for the drafts of a directory. A user without a home has none, and what cannot be written is only not kept. */
export function draftFile(environment: Shell["environment"], directory: string): DraftFile {
  const place = stateDirectory(environment);
  if (place === null) return { read: () => ({}), keep: () => {} };
  const name = createHash("sha256").update(directory).digest("hex").slice(0, 32);
  const path = join(place, "drafts", `${name}.json`);
  return { read: () => readDrafts(path), keep: (drafts) => writeDrafts(path, drafts) };
}

function readDrafts(path: string): ScreenState["drafts"] {
  try {
    const kept: unknown = JSON.parse(Deno.readTextFileSync(path));
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((each): each is [string, string] => typeof each[1] === "string"),
    );
  } catch {
    return {}; // there is none, or it is not ours
  }
}

function writeDrafts(path: string, drafts: ScreenState["drafts"]): void {
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    if (Object.keys(drafts).length === 0) return Deno.removeSync(path);
    Deno.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // A line that is half written by a crash would lose the text before it.
    Deno.writeTextFileSync(temporary, JSON.stringify(drafts), { mode: 0o600, createNew: true });
    Deno.renameSync(temporary, path);
  } catch {
    return;
  }
}
