import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** Where the taking of a mail stands when a test looks at it. */
export type MailPoint = "connected" | "from" | "to" | "taken";

/** A mail that arrived whole. */
export type Mail = { from: string; to: string[]; text: string };

/** A mail server on this machine. `at` is called at each point, before the server answers. */
export class MailServer {
  readonly mails: Mail[] = [];
  at: (point: MailPoint) => Promise<void> | void = () => {};
  /** Who is not known here. */
  unknown: readonly string[] = [];
  /** What a mail is refused with once it is there. */
  refusal: string | null = null;

  private constructor(readonly server: SMTPServer) {}

  static async start(): Promise<MailServer> {
    const point = (name: MailPoint, done: (error?: Error) => void) =>
      void Promise.resolve(self.at(name)).then(() => done(), done);
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS", "AUTH"],
      closeTimeout: 1000,
      disableReverseLookup: true,
      onConnect: (_, done) => point("connected", done),
      onMailFrom: (_, _1, done) => point("from", done),
      onRcptTo: ({ address }, _, done) => {
        if (self.unknown.includes(address)) {
          done(Object.assign(new Error("no such user"), { responseCode: 550 }));
        } else point("to", done);
      },
      onData: (stream, session, done) => {
        const chunks: Uint8Array[] = [];
        stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
        stream.on("end", () => {
          if (self.refusal !== null) {
            return done(Object.assign(new Error(self.refusal), { responseCode: 554 }));
          }
          const { mailFrom, rcptTo } = session.envelope;
          self.mails.push({
            from: mailFrom ? mailFrom.address : "",
            to: rcptTo.map(({ address }) => address),
            text: new TextDecoder().decode(Uint8Array.from(chunks.flatMap((chunk) => [...chunk]))),
          });
          point("taken", done);
        });
      },
    });
    // A client that is killed is no fault of the server.
    server.on("error", () => {});
    const self = new MailServer(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return self;
  }

  get settings() {
    const { port } = this.server.server.address() as AddressInfo;
    return { host: "127.0.0.1", port, security: "none" as const, from: "ann@home.example" };
  }

  /** Ends every connection without an answer. */
  cut(): void {
    for (const { _socket } of this.server.connections) {
      _socket.destroy();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
