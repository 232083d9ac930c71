/**
 * Archives in one file: a tar file, compressed and sealed. What reads one checks every byte.
 *
 * @module
 */
export { hashOfFile } from "./bytes.ts";
export { BackupDamagedError } from "./damaged.ts";
export { type ArchiveRules, extractArchive, isEncrypted } from "./read.ts";
export { writeArchive } from "./write.ts";
