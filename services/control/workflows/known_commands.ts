/** The commands of a repository that people call by a name. */
export type KnownCommands = {
  /** How it is tested, and the file that tells it. */
  test: { command: string; file: string } | null;
  /** Commands by the names of their scripts, tasks or targets. */
  tasks: ReadonlyMap<string, string>;
};

/** What is known where no repository was named. */
export const NOTHING_KNOWN: KnownCommands = { test: null, tasks: new Map() };

/** Whether words mean the tests of a repository rather than a command. */
export const meansTests = (words: string): boolean =>
  /^(?:all )?(?:of )?(?:the |its )?(?:unit )?tests?(?: suite)?$/i.test(words);

/** The command that words such as "the tests" or "lint" mean; null if the repository names no such command. */
export function commandFor(words: string, { test, tasks }: KnownCommands): string | null {
  if (meansTests(words)) return test?.command ?? null;
  const [, name = ""] = /^(?:the )?(\S+?)(?: (?:script|task|target))?$/i.exec(words) ?? [];
  return tasks.get(name) ?? null;
}
