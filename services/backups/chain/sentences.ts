import { counted } from "../../kernel/words.ts";

/** Returns what a person has to know about a backup that continues that many older ones. */
export const chainDetail = (older: number): string =>
  `A restore also needs the ${
    counted(older, "older backup")
  } of its chain, in the same directory. What was erased since they ` +
  "were made is still in them: to remove it, create a full backup and delete the whole chain.";
