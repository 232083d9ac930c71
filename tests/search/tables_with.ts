import type { Harness } from "../harness.ts";

/** Tables of which a row holds a word, those that FTS5 keeps for itself among them. */
export const tablesWith = (h: Pick<Harness, "store">, sought: string): string[] =>
  h.store.database.all<{ name: string }>("select name from sqlite_master where type = 'table'")
    .map(({ name }) => name).filter((name) =>
      h.store.database.all<Record<string, unknown>>(`select * from "${name}"`).some((row) =>
        Object.values(row).some((value) =>
          (value instanceof Uint8Array ? new TextDecoder("latin1").decode(value) : String(value)).includes(
            sought,
          )
        )
      )
    );

/** A word that stands in one place alone, as one term of the index. */
export const uniqueWord = (name: string): string => `${name}${crypto.randomUUID().replaceAll("-", "")}`;
