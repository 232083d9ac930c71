import { Database } from "../../store/database.ts";

/**
 * Lets this process kill itself at one boundary: before or after the nth commit, or change of a file's name, from now on.
 * With `removing` the removal of a file has boundaries, too.
 */
export function killAt(nth: number, options: { removing?: boolean } = {}): void {
  let left = nth;
  atBoundaries(() => {
    if (left-- === 0) Deno.kill(Deno.pid, "SIGKILL");
  }, options);
}

/** Calls back at each boundary until it is disposed: what is on disk then is what a kill would leave. */
export function atBoundaries(boundary: () => void, { removing = false } = {}): Disposable {
  const { rename, remove, removeSync } = Deno;
  const { execute } = Database.prototype;
  Deno.rename = async (...args) => {
    boundary();
    await rename(...args);
    boundary();
  };
  if (removing) {
    Deno.remove = async (...args) => {
      boundary();
      await remove(...args);
      boundary();
    };
    Deno.removeSync = (...args) => {
      boundary();
      removeSync(...args);
      boundary();
    };
  }
  Database.prototype.execute = function (sql, values) {
    if (sql !== "commit") return execute.call(this, sql, values);
    boundary();
    const changes = execute.call(this, sql, values);
    boundary();
    return changes;
  };
  return {
    [Symbol.dispose]() {
      Object.assign(Deno, { rename, remove, removeSync });
      Database.prototype.execute = execute;
    },
  };
}
