/** The part of the request that contains a field. */
export type RequestPart = "query" | "body";

/** One input of an endpoint as a flag. */
export type Field = {
  part: RequestPart;
  path: string[];
  flag: string;
  /**
   * `files` are read from the named files; `json` is for values that a flag cannot express; `text or json` for values that may also
   * be text; `secret` is never read from the command line.
   */
  kind: "text" | "number" | "boolean" | "list" | "files" | "json" | "text or json" | "secret";
  /** Whether one flag of a list may give several values, with commas between them: none of them contains one. */
  commas?: true;
  required: boolean;
  nullable: boolean;
  choices?: string[];
  /** A value as a person would type it. */
  example?: string;
  /** Words that may be typed instead of JSON, as a person would write them. */
  words?: string;
  description: string;
};
