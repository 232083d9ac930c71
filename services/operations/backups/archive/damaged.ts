/** A backup is not what was written. The message continues "The backup cannot be used: ". */
export class BackupDamagedError extends Error {}

/** A backup that another one continues is not what it was. `fault` says how: "is missing". */
export class ChainBrokenError extends BackupDamagedError {
  constructor(
    readonly file: string,
    readonly fault: string,
    { message, cause }: { message?: string; cause?: unknown } = {},
  ) {
    super(message ?? `it continues ${file}, which ${fault}`, { cause });
  }
}

/** The passphrase is missing or wrong. The message is a sentence. */
export class PassphraseError extends Error {
  constructor(
    message = "The passphrase is wrong for this backup, or the header of the file was changed.",
  ) {
    super(message);
  }
}
