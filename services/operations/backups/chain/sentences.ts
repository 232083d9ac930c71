import { counted } from "../../../ground/kernel/words.ts";

/** Returns what a person has to know about a backup that continues that many older ones. */
export const chainDetail = (older: number): string =>
  `A restore also needs ${counted(older, "older backup")}, in the same directory. ${ERASED}`;

const ERASED =
  "The older backups of a chain still contain what was erased later: to remove it, create a full backup and delete the whole chain.";
