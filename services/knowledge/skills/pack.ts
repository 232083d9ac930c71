import { sha256 } from "../../../store/chain.ts";

/** One file of a skill; its path is relative, with `/`. */
export type SkillFile = { path: string; bytes: Uint8Array };

/** The files of a skill as they were given, and the name of their directory where it is known. */
export type Intake = { files: SkillFile[]; directory: string | null };

/** Files as JSON can hold them: a path and its content as base64. */
export type Pairs = [path: string, content: string][];

/** The same files as pairs. */
export const pairsOf = (files: readonly SkillFile[]): Pairs =>
  files.map(({ path, bytes }) => [path, bytes.toBase64()]);

/** The files of what `pairsOf` made. */
export const filesOf = (pairs: Pairs): SkillFile[] =>
  pairs.map(([path, content]) => ({ path, bytes: Uint8Array.fromBase64(content) }));

/** Returns the files of a skill as one piece of material, in path order. */
export const pack = (files: readonly SkillFile[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(pairsOf(inOrder(files))));

/** Returns the hash of all files with their paths: any changed byte or name changes it. */
export const hashOfFiles = (files: readonly SkillFile[]): string =>
  sha256(JSON.stringify(inOrder(files).map(({ path, bytes }) => [path, sha256(bytes)])));

const inOrder = (files: readonly SkillFile[]): SkillFile[] =>
  files.toSorted((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
