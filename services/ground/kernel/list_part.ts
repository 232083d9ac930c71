/** A part of a list, and how many entries the whole list has. */
export class ListPart<Items> {
  /** `isWhole` is false if there may be more than `found`, because the search for them ended. */
  constructor(readonly items: Items, readonly found: number, readonly isWhole: boolean) {}

  /** How many there are, such as `431`; `20000+` if there may be more. */
  get total(): string {
    return `${this.found}${this.isWhole ? "" : "+"}`;
  }
}
