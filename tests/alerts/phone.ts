import type { IncomingMessage } from "node:http";
import type { AlertHookInput } from "../../services/operations/alerts/schemas.ts";
import type { Harness } from "../harness.ts";
import { Web } from "../research/web_world.ts";

/** What signs the messages of these tests. */
export const SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** One message that came. */
export type Received = { path: string; headers: Record<string, string | undefined>; body: string };

/** A server that takes alerts, and answers them as `answer` says. */
export class Phone {
  readonly received: Received[] = [];
  answer: { status: number; headers?: Record<string, string> } = { status: 200 };
  /** Happens once, between the next message and its answer. */
  meanwhile: (() => Promise<unknown>) | null = null;

  private constructor(readonly web: Web) {}

  static async start(): Promise<Phone> {
    const web = await Web.start((asked, answer) => {
      void bodyOf(asked).then(async (body) => {
        const { meanwhile } = phone;
        phone.meanwhile = null;
        await meanwhile?.();
        phone.received.push({ path: asked.url!, headers: asked.headers as Received["headers"], body });
        answer.writeHead(phone.answer.status, phone.answer.headers);
        answer.end();
      });
    });
    const phone = new Phone(web);
    return phone;
  }

  /** Sets a hook that leads here; what is given is in its place. */
  async connect(h: Harness, hook: Partial<AlertHookInput> = {}): Promise<void> {
    const secret = await h.operator("POST /secrets", {
      body: { name: `alerts/${crypto.randomUUID()}`, kind: "signing", value: SIGNING_SECRET },
    });
    const body = {
      kind: "json" as const,
      address: this.web.url("/alerts"),
      privateHost: this.web.host,
      secretId: secret.id,
      ...hook,
    };
    await h.operator("POST /alerts/hook", { body });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.web[Symbol.asyncDispose]();
  }
}

async function bodyOf(asked: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of asked) parts.push(part as Uint8Array);
  return new TextDecoder().decode(new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()));
}

/** Lets the service do what is due now, and waits for it. */
export async function settled(h: Harness): Promise<void> {
  await h.composition.clock.runOnce();
  await h.composition.clock.idle();
}
