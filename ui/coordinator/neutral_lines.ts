import { neutralised } from "../kit/hidden.ts";

/** Text with every character that would hide something as its name, line by line; for Markdown and plain places. */
export const neutralLines = (text: string): string => text.split(/\r?\n/).map(neutralised).join("\n");
