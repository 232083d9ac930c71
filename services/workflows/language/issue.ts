/** A place in a definition: keys and positions from the top. */
export type Path = readonly (string | number)[];

/** Something that is wrong with a definition, or that should be looked at, before it has a place in a text. */
export type Issue = {
  path: Path;
  rule: string;
  message: string;
  /** What to write instead. */
  fix?: string;
  /** Characters from the beginning of the value, where a part of it is meant. */
  offset?: number;
  /** True where the key itself is wrong, and not its value. */
  key?: boolean;
};

/** Collects what is found, in the order in which it is found. */
export class Issues {
  readonly errors: Issue[] = [];
  readonly warnings: Issue[] = [];

  error(path: Path, rule: string, message: string, more: Partial<Issue> = {}): void {
    this.errors.push({ path, rule, message, ...more });
  }

  warn(path: Path, rule: string, message: string, more: Partial<Issue> = {}): void {
    this.warnings.push({ path, rule, message, ...more });
  }
}
