/** A backup is not what was written. The message goes on after "The backup cannot be used: ". */
export class BackupDamagedError extends Error {}

/** The passphrase is missing or is not the one with which the backup was encrypted. The message is a sentence. */
export class PassphraseError extends Error {
  constructor(
    message = "The passphrase is wrong for this backup, or the header of the file was changed.",
  ) {
    super(message);
  }
}
