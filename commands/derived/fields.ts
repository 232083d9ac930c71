/** Where a field travels. */
export type Part = "query" | "body";

/** One input of an endpoint as a flag. */
export type Field = {
  part: Part;
  path: string[];
  flag: string;
  /**
   * `files` is read from the files that it names; `json` stands for what a flag cannot spell; `secret` never comes from the
   * command line itself.
   */
  kind: "text" | "number" | "boolean" | "list" | "files" | "json" | "secret";
  required: boolean;
  nullable: boolean;
  choices?: string[];
  /** A value as a person would type it. */
  example?: string;
  description: string;
};
