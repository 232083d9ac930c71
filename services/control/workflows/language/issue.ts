/** A place in a definition: keys and positions from the top. */
export type Path = readonly (string | number)[];

/** A problem or a warning about a definition, before it has a place in a text. */
export type DefinitionIssue = {
  path: Path;
  rule: string;
  message: string;
  /** What to write instead. */
  fix?: string;
  /** Characters from the beginning of the value, if only a part of it is meant. */
  offset?: number;
  /** True if the key itself is wrong, not its value. */
  key?: boolean;
};

/** Collects the issues in the order in which they are found. */
export class Issues {
  readonly errors: DefinitionIssue[] = [];
  readonly warnings: DefinitionIssue[] = [];

  error(path: Path, rule: string, message: string, more: Partial<DefinitionIssue> = {}): void {
    this.errors.push({ path, rule, message, ...more });
  }

  warn(path: Path, rule: string, message: string, more: Partial<DefinitionIssue> = {}): void {
    this.warnings.push({ path, rule, message, ...more });
  }
}
