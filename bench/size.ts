/** How much a bench does: the whole of it, or just enough to see that it works. */
export type Size = {
  rounds: number;
  creates: number;
  reads: number;
  starts: number;
  reviews: number;
  totals: readonly [number, number, number];
  listings: number;
  subscribers: number;
  runs: number;
  /** Results that wait for a decision. */
  open: number;
};

export const FULL: Size = {
  rounds: 11,
  creates: 2000,
  reads: 6000,
  starts: 9,
  reviews: 25,
  totals: [1000, 10_000, 100_000],
  listings: 30,
  subscribers: 1000,
  runs: 500,
  open: 50,
};

export const TINY: Size = {
  rounds: 1,
  creates: 50,
  reads: 50,
  starts: 1,
  reviews: 1,
  totals: [20, 40, 80],
  listings: 2,
  subscribers: 20,
  runs: 10,
  open: 3,
};

/** How many clients ask at once. */
export const CLIENTS = 16;
