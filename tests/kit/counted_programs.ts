import { GIT_SETTINGS } from "../../services/machine/repositories/git/environment.ts";

/** Records the arguments of every program that this process starts, without git's settings, until it is disposed of. */
export function countedPrograms(): Disposable & { all: string[] } {
  const { Command } = Deno;
  const all: string[] = [];
  Deno.Command = class extends Command {
    constructor(program: string | URL, options?: Deno.CommandOptions) {
      super(program, options);
      const args = options?.args ?? [];
      all.push((args[0] === "-c" ? args.slice(GIT_SETTINGS.length) : args).join(" "));
    }
  };
  return { all, [Symbol.dispose]: () => void (Deno.Command = Command) };
}
