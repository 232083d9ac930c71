/** A backup is not what was written. The message continues "The backup cannot be used: ". */
export class BackupDamagedError extends Error {}

/** The passphrase is missing or wrong. The message is a sentence. */
export class PassphraseError extends Error {
  constructor(
    message = "The passphrase is wrong for this backup, or the header of the file was changed.",
  ) {
    super(message);
  }
}
