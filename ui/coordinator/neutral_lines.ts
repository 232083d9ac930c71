import { neutralised } from "../kit/text/hidden.ts";

/** Returns a text with each hidden character replaced by its name, line by line. */
export const neutralLines = (text: string): string => text.split(/\r?\n/).map(neutralised).join("\n");
