import type { CatalogModel } from "../../../store/models/provider_events.ts";

/** Returns the models of an API's list; null when it is not one. */
type ReadList = (json: unknown) => CatalogModel[] | null;

/** A path of an API that agents may use through the proxy; `generates` if it calls a model. */
type ApiPath = { method: string; path: string; generates: boolean };

/** What an API expects and offers below its address. */
export type ApiProtocol = {
  /** The path of its list of models. */
  list: string;
  read: ReadList;
  /** A fuller list that some server has at another path, and how its usual list shows that it is that server. */
  fuller?: { isFrom: (json: unknown) => boolean; path: string; read: ReadList };
  /** Returns the headers that carry the key to a path. */
  keyHeaders: (key: string, pathname: string) => Record<string, string>;
  /** Headers of every request that does not have its own. */
  headers: Readonly<Record<string, string>>;
  passages: readonly ApiPath[];
};

/** A placeholder key: without one the packages would read a key from the environment. */
export const NO_KEY = "none";
