import type { AnyMessage, ClientConnection, RequestPermissionRequest } from "@agentclientprotocol/sdk";
import type { InteractiveProcess } from "../../../machine/processes/interactive.ts";
import { VERSION } from "../../../ground/kernel/version.ts";
import { PACKAGES } from "../../../ground/kernel/packages.later.ts";
import { messageLines } from "./lines.ts";
import { listOf, type Raw, rawOf, stringOf } from "./raw.ts";

/** What an agent says about itself when the connection opens. */
export type AgentIdentity = {
  name: string;
  version: string | undefined;
  canResume: boolean;
  canLoad: boolean;
};

/** Handles what an agent sends. */
type AgentListener = {
  update: (params: Raw) => void;
  /** Returns the id of the option to answer with; null answers that the request is cancelled. */
  permission: (request: RequestPermissionRequest, withdrawn: AbortSignal) => Promise<string | null>;
  malformed: (line: string) => void;
  /** Called for every message. */
  touched: () => void;
};

type Resume = (
  sessionId: string,
  directory: string,
  meta: Raw | undefined,
  within: AbortSignal,
) => Promise<SessionInMode>;

/** A session and its mode; null for an agent without modes. */
export type SessionInMode = { sessionId: string; mode: string | null };

/** A connection to an agent over its standard input and output. */
export type AgentConnection = {
  initialize: (within: AbortSignal) => Promise<AgentIdentity>;
  /** Returns how the agent says that a person logs in. */
  logins: () => Raw[];
  /** Opens a new session of the agent. */
  open: (directory: string, meta: Raw | undefined, within: AbortSignal) => Promise<SessionInMode>;
  resume: Resume;
  /** Like `resume`, but the agent sends the whole history again; the listener does not see it. */
  load: Resume;
  setMode: (sessionId: string, mode: string, within: AbortSignal) => Promise<void>;
  /** Resolves with the reason for which the agent ended its turn. */
  prompt: (sessionId: string, text: string) => Promise<string>;
  cancel: (sessionId: string) => Promise<void>;
  /** Resolves when the agent has closed the connection. */
  closed: Promise<void>;
  close: () => void;
};

/** Connects to a process that speaks the protocol. The library is loaded here, so a start without agents stays fast. */
export async function connectAgent(
  process: Pick<InteractiveProcess, "stdin" | "stdout">,
  listener: AgentListener,
): Promise<AgentConnection> {
  const acp = await PACKAGES.acp();
  let replaying = false;
  let logins: Raw[] = [];
  const lines = process.stdout.pipeThrough(messageLines(listener));
  const stream = acp.ndJsonStream(process.stdin, lines);
  const asked = new Set<unknown>();
  const readable = stream.readable.pipeThrough(tap(asked, listener.malformed, (params) => {
    if (!replaying) listener.update(params);
  }));
  const { readable: sent, writable } = noting(asked);
  sent.pipeTo(stream.writable).catch(() => {}); // what writes to it fails, too
  const app = acp.client({ name: "agent-harness" }).onRequest(
    acp.methods.client.session.requestPermission,
    async ({ params, signal }) => {
      const optionId = await listener.permission(params, signal);
      return { outcome: optionId === null ? { outcome: "cancelled" } : { outcome: "selected", optionId } };
    },
  );
  const connection: ClientConnection = app.connect({ readable, writable });
  const ask = connection.agent.request.bind(connection.agent) as <T>(
    method: string,
    params: unknown,
    options?: { cancellationSignal: AbortSignal; stopWaitingOnCancel: boolean },
  ) => Promise<T>;
  const within = (signal: AbortSignal) => ({ cancellationSignal: signal, stopWaitingOnCancel: true });
  const resumeWith = (method: string): Resume => async (sessionId, cwd, meta, signal) => {
    replaying = true;
    try {
      const answer = await ask(method, sessionParams(sessionId, cwd, meta), within(signal));
      return { sessionId, mode: modeOf(rawOf(answer)) };
    } finally {
      replaying = false;
    }
  };
  return {
    initialize: async (signal) => {
      const answer = rawOf(
        await ask(acp.methods.agent.initialize, {
          protocolVersion: acp.PROTOCOL_VERSION,
          clientInfo: { name: "agent-harness", version: VERSION },
          // They are not a guard, and some agents use them wrongly, so none is offered.
          clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        }, within(signal)),
      );
      logins = listOf(answer.authMethods).map(rawOf);
      if (answer.protocolVersion === acp.PROTOCOL_VERSION) return identityOf(answer);
      throw new Error(
        `The agent speaks version ${answer.protocolVersion} of the protocol; ${acp.PROTOCOL_VERSION} is needed.`,
      );
    },
    logins: () => logins,
    open: async (cwd, meta, signal) => {
      const params = { cwd, mcpServers: [], ...(meta && { _meta: meta }) };
      const answer = rawOf(await ask(acp.methods.agent.session.new, params, within(signal)));
      const sessionId = stringOf(answer.sessionId);
      if (sessionId === undefined) throw new Error("The agent opened a session without an id.");
      return { sessionId, mode: modeOf(answer) };
    },
    resume: resumeWith(acp.methods.agent.session.resume),
    load: resumeWith(acp.methods.agent.session.load),
    setMode: async (sessionId, modeId, signal) => {
      await ask(acp.methods.agent.session.setMode, { sessionId, modeId }, within(signal));
    },
    prompt: async (sessionId, text) => {
      const prompt = [{ type: "text", text }];
      const answer = rawOf(await ask(acp.methods.agent.session.prompt, { sessionId, prompt }));
      return stringOf(answer.stopReason) ?? "none";
    },
    cancel: (sessionId) =>
      connection.agent.notify(acp.methods.agent.session.cancel, { sessionId }).catch(() => {}),
    closed: connection.closed,
    close: () => connection.close(),
  };
}

const modeOf = (answer: Raw): string | null => stringOf(rawOf(answer.modes).currentModeId) ?? null;

const sessionParams = (sessionId: string, cwd: string, meta: Raw | undefined): Raw => ({
  sessionId,
  cwd,
  mcpServers: [],
  ...(meta && { _meta: meta }),
});

/** Notes the ids of requests as they are sent. */
const noting = (asked: Set<unknown>): TransformStream<AnyMessage, AnyMessage> =>
  new TransformStream({
    transform(message, controller) {
      if ("method" in message && "id" in message) asked.add(message.id);
      controller.enqueue(message);
    },
  });

/**
 * Reads the updates from the raw stream: the library drops unknown ones and prints an error for each. It also prints answers that
 * nothing asked for and other notifications, with the text of the agent, so that these are reported instead.
 */
function tap(
  asked: Set<unknown>,
  malformed: (text: string) => void,
  update: (params: Raw) => void,
): TransformStream<AnyMessage, AnyMessage> {
  return new TransformStream({
    transform(message, controller) {
      const isCall = "method" in message;
      if (isCall && message.method === "session/update") update(rawOf(message.params));
      else if (isCall ? "id" in message || message.method === "$/cancel_request" : asked.delete(message.id)) {
        controller.enqueue(message);
      } else if (!isCall || !isExtension(message.method)) malformed(JSON.stringify(message).slice(0, 200));
    },
  });
}

/** Whether a notification is an agent's own: the protocol lets it send these to a client that does not know them. */
const isExtension = (method: string): boolean => method.startsWith("_") || method.startsWith("$/");

function identityOf(answer: Raw): AgentIdentity {
  const capabilities = rawOf(answer.agentCapabilities);
  const info = rawOf(answer.agentInfo);
  return {
    name: stringOf(info.name) ?? stringOf(info.title) ?? "an agent",
    version: stringOf(info.version),
    canLoad: capabilities.loadSession === true,
    canResume: (rawOf(capabilities.sessionCapabilities).resume ?? null) !== null,
  };
}
