/** Holds the next git process of one kind before it begins. */
export function heldGit(kind: string, directory: string) {
  const { Command } = Deno;
  const pipe = `${directory}/.git/held`;
  new Command("mkfifo", { args: [pipe] }).outputSync();
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const restore = () => void (Deno.Command = Command);
  Deno.Command = class extends Command {
    constructor(program: string | URL, options: Deno.CommandOptions = {}) {
      const { args = [] } = options;
      const isHeld = args.includes(kind);
      super(isHeld ? "sh" : program, {
        ...options,
        args: isHeld ? ["-c", 'read _ <"$0"; exec git "$@"', pipe, ...args] : args,
      });
      if (!isHeld) return;
      restore();
      resolve();
    }
  };
  return { reached, goOn: () => Deno.writeTextFile(pipe, "\n"), [Symbol.dispose]: restore };
}
