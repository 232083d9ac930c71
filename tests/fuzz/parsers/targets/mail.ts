import assert from "node:assert/strict";
import addressparser from "nodemailer/lib/addressparser";
import { composeMail } from "../../../../services/planning/planner_actions/mail/mail.ts";
import { InvalidError } from "../../../../services/ground/kernel/errors.ts";
import { size, template, utf8 } from "../bytes.ts";
import type { Target } from "../engine.ts";

const HEADERS = ["content-type", "date", "from", "message-id", "mime-version", "subject", "to"];
const SEEDS = [
  "ann@example.org\nbob@example.org\0Lunch\0See you there.\n.\nBcc: eve@example.org\0BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
  "a.b+c@sub.example.org\0=?utf-8?B?w6k=?= é\0text\r\n--boundary\r\n\0BEGIN:VCALENDAR\n",
];

/** Mails: one of each header, the recipients and the subject that were reviewed, whatever their parts contain. */
export const mail: Target = {
  name: "mail",
  seeds: () => SEEDS.map(utf8),
  words: [
    "\0",
    "\n",
    "\r\n",
    "\r\nBcc: eve@example.org\r\n",
    "\r\n\r\n",
    "@",
    ",",
    ";",
    "<",
    ">",
    '"',
    "(",
    ")",
    ":",
    "=?utf-8?Q?=0D=0A?=",
    "é",
    "\u202e",
    "\u2028",
    "xn--",
    "[127.0.0.1]",
    "--",
    ".",
    " ",
  ],
  check: async (input) => {
    const [to = "", subject = "", content = "", text = ""] = new TextDecoder().decode(input).split("\0");
    // The texts of notices are made here, and are never blank.
    if (subject.trim() === "" || text === "") return [];
    const wanted = to.split("\n");
    try {
      const { message, envelope } = await composeMail(
        { host: "127.0.0.1", port: 1, from: "me@example.org" } as never,
        {
          draftId: "d_1",
          to: wanted,
          subject,
          content,
          calendar: { method: "REQUEST", text },
          now: new Date(0),
        },
      );
      const written = new TextDecoder("latin1").decode(message);
      const end = written.indexOf("\r\n\r\n");
      const lines = written.slice(0, end).replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
      const headers = new Map(
        lines.map((
          line,
        ) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
      );
      assert.deepEqual(
        lines.map((line) => line.split(":")[0]!.toLowerCase()).sort(),
        HEADERS,
        "other headers",
      );
      const addresses = addressparser(headers.get("to")!).map(({ address }) => address);
      assert.deepEqual(addresses.sort(), [...envelope.to].sort(), "other recipients");
      assert.deepEqual([...new Set(wanted.map((one) => one.toLowerCase()))].sort(), [...envelope.to].sort());
      assert.equal(decoded(headers.get("subject")!), subject.trim(), "another subject");
      return [
        `composed ${size(envelope.to.length)} ${size(subject.length)} ${
          /=\?/.test(headers.get("subject")!)
        } ${size(content.length)}`,
      ];
    } catch (cause) {
      if (!(cause instanceof InvalidError)) throw cause;
      return [`refused: ${template(cause.message)}`];
    }
  },
};

/** A subject as a mail program shows it (RFC 2047). */
const decoded = (subject: string): string => {
  const joined = subject.replaceAll(/\?=\s+=\?/g, "?==?");
  const bytes: number[] = [];
  for (const [, encoding, encodedText, plain] of joined.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=|([^])/gi)) {
    if (plain !== undefined) bytes.push(plain.charCodeAt(0));
    else if (/b/i.test(encoding!)) bytes.push(...Uint8Array.fromBase64(encodedText!));
    else {
      const text = encodedText!.replaceAll("_", " ").replaceAll(
        /=([0-9a-f]{2})/gi,
        (_, hex) => String.fromCharCode(parseInt(hex, 16)),
      );
      bytes.push(...Uint8Array.from(text, (one) => one.charCodeAt(0)));
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes)).trim();
};
