import type { Said, Session } from "../mail.ts";

/** Whom no server knows, and whose server takes each mail only the second time. */
export const NOBODY = "nobody@guests.example";
export const GREY = "grey@guests.example";

/** A mail that was taken. */
export type Taken = { messageId: string; to: readonly string[]; place: string; at: number };

const OK = "250 2.0.0 fine";

/** Mail servers that share what they took, as RFC 5321 has it. */
export class MailServers {
  readonly taken: Taken[] = [];
  /** The mails that were refused once. */
  readonly refused = new Set<string>();

  constructor(readonly now: () => Date) {}

  /** A connection to the server at a place. One of them takes several commands at once. */
  session(place: string, pipelines: boolean): Session {
    let to: string[] | null = null;
    let text: string[] | null = null;
    const hear = (line: string): Said | null => {
      if (text !== null) {
        if (line !== ".") {
          text.push(line);
          return null;
        }
        const reply = this.#take(text, to!, place);
        [text, to] = [null, null];
        return { to: "text", reply };
      }
      const [command = ""] = line.split(/[ :]/);
      switch (command.toUpperCase()) {
        case "EHLO":
          return { to: "EHLO", reply: pipelines ? "250-mail.example\r\n250 PIPELINING" : "250 mail.example" };
        case "MAIL":
          to = [];
          return { to: "MAIL", reply: OK };
        case "RCPT": {
          const [, address] = /<(.*)>/.exec(line)!;
          if (address === NOBODY) return { to: "RCPT", reply: "550 5.1.1 no such user" };
          to!.push(address!);
          return { to: "RCPT", reply: OK };
        }
        case "DATA":
          if (!to || to.length === 0) return { to: "DATA", reply: "554 5.5.1 no recipients" };
          text = [];
          return { to: "DATA", reply: "354 go on" };
        case "QUIT":
          return { to: "QUIT", reply: "221 2.0.0 bye" };
        default:
          return { to: command, reply: "502 5.5.1 unknown" };
      }
    };
    return { greeting: "220 mail.example", hear };
  }

  #take(text: readonly string[], to: readonly string[], place: string): string {
    const messageId = text.find((line) => /^message-id:/i.test(line))?.replace(/^[^:]*:\s*/, "");
    // A client ends a text that it does not mean to send.
    if (messageId === undefined) return "554 5.6.0 empty";
    if (to.includes(GREY) && !this.refused.has(messageId)) {
      this.refused.add(messageId);
      return "451 4.7.1 try again later";
    }
    this.taken.push({ messageId, to, place, at: this.now().getTime() });
    return "250 2.0.0 taken";
  }
}
