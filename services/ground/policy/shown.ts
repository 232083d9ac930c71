/** Returns a command as a shell shows it: of several lines, none looks like a line of anything else. */
export const shownCommand = (command: string): string =>
  `$ ${command.split(/\r\n|\p{Zl}|\p{Zp}|[\n\v\f\r]/u).join("\n> ")}`;

/** Returns a name, in quotes if it could look like something else: one with a line break like a separate line. */
export const shownName = (name: string): string => /^[\w./@+ -]+$/.test(name) ? name : JSON.stringify(name);
