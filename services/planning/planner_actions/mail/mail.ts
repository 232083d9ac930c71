import { z } from "zod";
import { sha256 } from "../../../../store/chain.ts";
import type { SmtpSettings } from "../../../../store/planner/settings.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { PACKAGES } from "../../../ground/kernel/packages.later.ts";
import { requireAddress, requireHeader } from "../../planner_settings/mail_address.ts";

/** The recipients of a mail, and the hash of its text. Its own hash is what is approved. */
export const envelopeSchema = z.object({
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  content: z.string(),
  messageId: z.string(),
  messageSha256: z.string(),
});
export type Envelope = z.output<typeof envelopeSchema>;

/** A composed mail: its bytes, and its envelope as it is stored. */
type ComposedMail = { envelope: Envelope; envelopeText: string; message: Uint8Array; sha256: string };

const MAX_RECIPIENTS = 50;

type NewMail = {
  draftId: string;
  to: readonly string[];
  subject: string;
  content: string;
  /** The only attachment. */
  calendar: { method: string; text: string };
  now: Date;
};

/**
 * Composes a complete mail, so that what is reviewed is what is sent, byte for byte. It reads no file and no address. Throws
 * `InvalidError` for an address or a header that would become more than one.
 */
export async function composeMail(smtp: SmtpSettings | null, mail: NewMail): Promise<ComposedMail> {
  if (smtp === null) {
    throw new InvalidError(
      "No mail server is configured. Set smtp in the planner's settings, or leave out notify.",
    );
  }
  const to = [...new Set(mail.to.map(requireAddress))];
  if (to.length === 0) throw new InvalidError("There is no one to notify. Leave out notify.");
  if (to.length > MAX_RECIPIENTS) {
    throw new InvalidError(`${to.length} people would receive the mail, and the limit is ${MAX_RECIPIENTS}.`);
  }
  const from = requireAddress(smtp.from);
  const messageId = `<${mail.draftId}@${from.slice(from.indexOf("@") + 1)}>`;
  const { default: MailComposer } = await PACKAGES.mailComposer();
  const subject = requireHeader("subject", mail.subject);
  const message: Uint8Array = await new MailComposer({
    from,
    to: to.map((address) => ({ name: "", address })),
    subject: /=\?/.test(subject) ? await encoded(subject) : subject,
    text: mail.content,
    icalEvent: { method: mail.calendar.method, content: mail.calendar.text },
    messageId,
    date: mail.now,
    baseBoundary: sha256(mail.draftId).slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile().build();
  const { content } = mail;
  const envelope = { from, to, subject, content, messageId, messageSha256: sha256(message) };
  const envelopeText = `${JSON.stringify(envelope, null, 2)}\n`;
  return { envelope, envelopeText, message, sha256: sha256(envelopeText) };
}

/** Text that looks encoded would be decoded by the recipient's program, so that they read something else than was approved. */
async function encoded(subject: string): Promise<string> {
  const { encodeWord } = await PACKAGES.mailWords();
  return encodeWord(subject, "B", 52);
}
