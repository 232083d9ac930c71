import type { Harness } from "../../harness.ts";

/** The defaults of a directory as the operator sees them. */
export const statedBy = (h: Harness, repoPath: string) =>
  h.operator("GET /repositories/defaults", { query: { repoPath } });

/** Admits the file of a directory as it stands. */
export const admit = async (h: Harness, repoPath: string) => {
  const { file: { sha256 } } = await statedBy(h, repoPath);
  return await h.operator("POST /repositories/defaults/file/admit", { body: { repoPath, sha256: sha256! } });
};
