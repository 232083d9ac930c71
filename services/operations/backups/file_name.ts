/** Returns the default name of a backup's file; times sort as text. One that continues another says so. */
export const backupFileName = (at: Date, encrypted: boolean, continues: boolean): string =>
  `agent-harness-${at.toISOString().replaceAll(/[-:.]/g, "")}${continues ? "-incremental" : ""}.tar.gz${
    encrypted ? ".age" : ""
  }`;
