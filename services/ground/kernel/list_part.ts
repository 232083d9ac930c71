/** A part of a list, and how many entries the whole list has. */
export type ListPart<Items> = {
  items: Items;
  total: number;
  /** False if there may be more than `total`, because the search for them ended. */
  isWhole: boolean;
};
