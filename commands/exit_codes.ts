/** Exit codes of the process (semantics, CLI exit codes). */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  notAuthorised: 4,
  refusedByPolicy: 5,
  runFailed: 6,
  runWaits: 7,
  unreachable: 69,
} as const;

/** The exit codes, for the end of the main help. */
export const EXIT_CODES_HELP = `Exit codes:
   0  done                        5  refused by policy
   1  failed                      6  the run failed
   2  wrong usage or input        7  the run waits for a human
   3  not found                  69  the service cannot be reached
   4  not authorised`;

/** Ends the command with this code. A message, if any, is for the person. */
export class ExitError extends Error {
  constructor(readonly code: number, message: string) {
    super(message);
  }
}

/** The command was used incorrectly. */
export class UsageError extends ExitError {
  constructor(message: string) {
    super(EXIT.usage, message);
  }
}
