import type { MaterialOwner } from "../../store/material/document.ts";

/** What the killed process keeps or erases. */
export const CONTENT = "canary-of-a-process-that-was-killed";

/** Whose it is. */
export const OWNER: MaterialOwner = { kind: "account", id: "account_a" };
