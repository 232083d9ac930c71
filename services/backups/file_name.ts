/** Returns the default name of a backup's file; times sort as text. */
export const backupFileName = (at: Date, encrypted: boolean): string =>
  `agent-harness-${at.toISOString().replaceAll(/[-:.]/g, "")}.tar.gz${encrypted ? ".age" : ""}`;
