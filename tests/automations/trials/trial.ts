/** A trial: does something so often, throws where what it sees is wrong, and returns what it saw in one sentence. */
export type Trial = {
  /** How often where nothing is said, and of what. */
  count: number;
  unit: string;
  run: (count: number, seed: number) => Promise<string>;
};
