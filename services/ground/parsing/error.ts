import { InvalidError } from "../kernel/errors.ts";

/** Why parsing failed; `crashed` may be a fault of the parser or of its input. */
export type ParseFault =
  | "malformed"
  | "too_slow"
  | "too_much_memory"
  | "too_much_output"
  | "unexpected_output"
  | "crashed"
  | "stopped";

/** Something that others wrote could not be parsed; the message is a sentence for people. */
export class ParseError extends InvalidError {
  constructor(readonly reason: ParseFault, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}
