import { Database } from "../../store/database.ts";

/**
 * Lets this process kill itself at one boundary: before or after the nth commit, or change of a file's name, from now on.
 * With `removing` the removal of a file has boundaries, too.
 */
export function killAt(nth: number, { removing = false } = {}): void {
  let left = nth;
  const boundary = () => {
    if (left-- === 0) Deno.kill(Deno.pid, "SIGKILL");
  };
  const { rename, remove } = Deno;
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
  }
  const { execute } = Database.prototype;
  Database.prototype.execute = function (sql, values) {
    if (sql !== "commit") return execute.call(this, sql, values);
    boundary();
    const changes = execute.call(this, sql, values);
    boundary();
    return changes;
  };
}
