import type { Log } from "../../../services/ground/kernel/log.ts";

/** A log that keeps what a service writes to its error log. */
export class WatchedLog implements Log {
  readonly errors: string[] = [];
  readonly info = () => {};
  readonly error = (message: string, cause?: unknown) => {
    this.errors.push(`${message} ${cause instanceof Error ? cause.stack : ""}`.slice(0, 1_500));
  };
}
