import { z } from "zod";
import { sha256 } from "../../store/chain.ts";

/** One file of a skill; its path is relative, with `/`. */
export type SkillFile = { path: string; bytes: Uint8Array };

const packSchema = z.array(z.tuple([z.string(), z.base64()]));

/** Returns the files of a skill as one piece of material, in path order. */
export const pack = (files: readonly SkillFile[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(inOrder(files).map(({ path, bytes }) => [path, bytes.toBase64()])));

/** Returns the files in what `pack` made. */
export const unpack = (packed: Uint8Array): SkillFile[] =>
  packSchema.parse(JSON.parse(new TextDecoder().decode(packed)))
    .map(([path, content]) => ({ path, bytes: Uint8Array.fromBase64(content) }));

/** Returns the hash of all files with their paths: any changed byte or name changes it. */
export const hashOfFiles = (files: readonly SkillFile[]): string =>
  sha256(JSON.stringify(inOrder(files).map(({ path, bytes }) => [path, sha256(bytes)])));

const inOrder = (files: readonly SkillFile[]): SkillFile[] =>
  files.toSorted((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
