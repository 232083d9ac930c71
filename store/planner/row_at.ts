/** How many rows one event may bring; each item has two, of which the second is that of a task. */
const ROWS_AN_EVENT = 512;

/** The row of the n-th thing that an event brings. */
export const rowAt = (seq: number, n: number): number => seq * ROWS_AN_EVENT + n * 2;
