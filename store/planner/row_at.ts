/** How many rows one event may add. Each item has two; the second is that of a task. */
const ROWS_AN_EVENT = 512;

/** Returns the row number of the n-th item of an event. */
export const rowAt = (seq: number, n: number): number => seq * ROWS_AN_EVENT + n * 2;

/** Returns the event that a row derives from. */
export const seqOfRow = (row: number): number => Math.floor(row / ROWS_AN_EVENT);
