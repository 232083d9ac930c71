/** Counts how often each command met each state. */
export class Coverage {
  readonly #counts = new Map<string, Map<string, number>>();
  commands = 0;

  add(command: string, state: string): void {
    this.commands++;
    const row = this.#counts.get(command) ?? new Map<string, number>();
    this.#counts.set(command, row);
    row.set(state, (row.get(state) ?? 0) + 1);
  }

  /** Adds what another one counted. */
  merge(other: Coverage): void {
    for (const [command, row] of other.#counts) {
      for (const [state, count] of row) {
        const own = this.#counts.get(command) ?? new Map<string, number>();
        this.#counts.set(command, own);
        own.set(state, (own.get(state) ?? 0) + count);
      }
    }
    this.commands += other.commands;
  }

  /** How many pairs of a command and a state there were. */
  get pairs(): number {
    return [...this.#counts.values()].reduce((sum, row) => sum + row.size, 0);
  }

  /** A line for each command. */
  lines(): string[] {
    return [...this.#counts].toSorted(([one], [other]) => one < other ? -1 : 1).map(([command, row]) => {
      const states = [...row].toSorted(([one], [other]) => one < other ? -1 : 1);
      return `${command}: ${states.map(([state, count]) => `${state} ${count}`).join(", ")}`;
    });
  }
}
