/** A part of a list, and how many entries the whole list has. */
export class ListPart<Items> {
  /** `isWhole` is false if there may be more than `total`, because the search for them ended. */
  constructor(readonly items: Items, readonly total: number, readonly isWhole: boolean) {}

  /** How many entries the whole list has, such as `431`; `20000+` if there may be more. */
  get totalText(): string {
    return `${this.total}${this.isWhole ? "" : "+"}`;
  }
}
