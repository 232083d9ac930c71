import type { SqlValue } from "../../store/database.ts";
import { Tables } from "../../store/view.ts";

/** Remembers how SQLite answers each list. */
export class Planned extends Tables {
  readonly steps: string[] = [];

  override all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    const rows = super.all<{ detail: string }>(`explain query plan ${sql}`, ...values);
    this.steps.push(...rows.map(({ detail }) => detail));
    return super.all<Row>(sql, ...values);
  }

  /** The steps that read more than what they return. */
  get costly(): string[] {
    return this.steps.filter((step) => /SCAN|TEMP B-TREE/.test(step));
  }
}
