/**
 * A coding agent on the official SDK, for tests: it does the steps of its prompt (`script.ts`), and goes on with them after a
 * restart, from files in its home. Bundled and started as a program of its own.
 */
import * as acp from "@agentclientprotocol/sdk";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { keep, known, type Session, write } from "./agent_sessions.ts";
import { misbehaviour } from "./agent_misbehaviour.ts";
import { type Step, stepsOf } from "./script.ts";

const MODE = Deno.args[0] ?? "resume";
/** Its login: a file. Without one named, it needs none. */
const LOGIN = Deno.args[1];
/** It begins in a mode in which it does not ask; a stubborn one stays in it, and a sudden one switches before its session is open. */
const HAS_MODES = MODE === "auto" || MODE === "stubborn" || MODE === "sudden";
const cancelled = new Set<string>();
let calls = 0;

const OPTIONS: acp.PermissionOption[] = [
  { optionId: "yes-always", name: "Always", kind: "allow_always" },
  { optionId: "yes", name: "Once", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

/** The client takes the turn back: nothing that was asked is done, and the step is not over. */
class Cancelled extends Error {}

function requireLogin(path: string): void {
  if (!existsSync(path)) throw acp.RequestError.authRequired();
}

class Turn {
  constructor(readonly client: acp.AgentContext, readonly sessionId: string, readonly session: Session) {}

  update(update: acp.SessionUpdate): Promise<void> {
    return this.client.notify("session/update", { sessionId: this.sessionId, update });
  }

  async allowed(toolCall: acp.ToolCallUpdate, signal?: AbortSignal): Promise<boolean> {
    const { outcome } = await this.client.request("session/request_permission", {
      sessionId: this.sessionId,
      toolCall,
      options: OPTIONS,
    }, signal ? { cancellationSignal: signal } : {});
    if (outcome.outcome === "cancelled" && !signal) throw new Cancelled();
    if (outcome.outcome === "selected" && outcome.optionId === "yes-always") throw new Error("allow_always");
    return outcome.outcome === "selected" && outcome.optionId === "yes";
  }

  async edit({ path, text, how }: Extract<Step, { do: "edit" }>): Promise<void> {
    const { cwd } = this.session;
    const toolCallId = `call-${Deno.pid}-${++calls}`;
    const full = path.startsWith("/") ? path : join(cwd, path);
    if (how === "unasked" || known(this.sessionId).mode === "auto") return write(this.session, path, text);
    let oldText: string | null = null;
    try {
      oldText = Deno.readTextFileSync(full);
    } catch {
      // a new file
    }
    const diff = { type: "diff" as const, path: full, oldText, newText: text };
    const content = how === "without_diff" ? {} : { content: [diff] };
    await this.update({
      sessionUpdate: "tool_call",
      toolCallId,
      title: `Edit ${path}`,
      kind: "edit",
      status: "pending",
    });
    const locations = [{ path: full }];
    const title = `Edit ${path}`;
    const yes = await this.allowed({ toolCallId, title, kind: "edit", locations, ...content });
    if (yes) write(this.session, path, how === "lie" ? `${text}and more\n` : text);
    await this.update({
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: yes ? "completed" : "failed",
    });
  }

  async run({ command, how }: Extract<Step, { do: "run" }>): Promise<void> {
    const toolCallId = `call-${Deno.pid}-${++calls}`;
    const rawInput = { command };
    const title = `Run ${command}`;
    await this.update({
      sessionUpdate: "tool_call",
      toolCallId,
      title,
      kind: "execute",
      status: "pending",
      rawInput,
    });
    if (how === undefined && !await this.allowed({ toolCallId, title, kind: "execute", rawInput })) {
      await this.update({ sessionUpdate: "tool_call_update", toolCallId, status: "failed" });
      return;
    }
    await this.update({ sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
    const detached = how === "detached";
    const shell = [...(detached ? ["setsid", "-f"] : []), "sh", "-c", command];
    const child = new Deno.Command(shell[0]!, {
      args: shell.slice(1),
      cwd: this.session.cwd,
      // A shell that nobody waits for would hold the pipe open.
      stdout: detached ? "null" : "piped",
      stderr: "null",
    }).spawn();
    const { code } = await child.status;
    const text = detached ? "" : await new Response(child.stdout).text();
    await this.update({
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: code === 0 ? "completed" : "failed",
      rawOutput: { exitCode: code },
      content: [{ type: "content", content: { type: "text", text } }],
    });
  }

  async two({ first, second }: Extract<Step, { do: "two" }>): Promise<void> {
    await Promise.all([this.edit({ do: "edit", ...first }), this.edit({ do: "edit", ...second })]);
  }

  async withdraw({ path }: Extract<Step, { do: "withdraw" }>): Promise<void> {
    const taken = new AbortController();
    const toolCallId = `call-${Deno.pid}-${++calls}`;
    const locations = [{ path: join(this.session.cwd, path) }];
    const asked = this.allowed({ toolCallId, title: `Edit ${path}`, kind: "edit", locations }, taken.signal);
    setTimeout(() => taken.abort(), 50);
    await asked.catch(() => false);
  }

  async model(
    { path, question = "hello", stream = false, leaves }: Extract<Step, { do: "model" }>,
  ): Promise<void> {
    const response = await fetch(`${Deno.env.get("OPENAI_BASE_URL")}/chat/completions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${Deno.env.get("OPENAI_API_KEY")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({
        model: Deno.env.get("OPENAI_MODEL"),
        stream,
        ...(stream && { stream_options: { include_usage: true } }),
        messages: [{ role: "user", content: question }],
      }),
    });
    if (leaves) {
      const reader = response.body!.getReader();
      await reader.read();
      return await reader.cancel();
    }
    write(this.session, path, `${response.status} ${await response.text()}`);
  }

  async message({ path }: Extract<Step, { do: "message" }>): Promise<void> {
    const response = await fetch(`${Deno.env.get("ANTHROPIC_BASE_URL")}/v1/messages`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${Deno.env.get("CLAUDE_CODE_OAUTH_TOKEN")}`,
        "content-type": "application/json",
        "anthropic-version": "2023-06-01",
        "anthropic-beta": "oauth-2025-04-20",
      },
      body: JSON.stringify({
        model: Deno.env.get("ANTHROPIC_MODEL"),
        max_tokens: 100,
        messages: [{ role: "user", content: "hello" }],
      }),
    });
    write(this.session, path, `${response.status} ${await response.text()}`);
  }

  async do(step: Step): Promise<string | null> {
    const { sessionId, session } = this;
    switch (step.do) {
      case "edit":
        await this.edit(step);
        return null;
      case "run":
        await this.run(step);
        return null;
      case "two":
        await this.two(step);
        return null;
      case "withdraw":
        await this.withdraw(step);
        return null;
      case "model":
        await this.model(step);
        return null;
      case "message":
        await this.message(step);
        return null;
      case "say":
      case "think": {
        const content = { type: "text" as const, text: step.text };
        const sessionUpdate = step.do === "say" ? "agent_message_chunk" : "agent_thought_chunk";
        await this.update({ sessionUpdate, content });
        return null;
      }
      case "plan": {
        const entries = step.entries.map((content) => ({
          content,
          priority: "medium" as const,
          status: "pending" as const,
        }));
        await this.update({ sessionUpdate: "plan", entries });
        return null;
      }
      case "usage":
        await this.update({
          sessionUpdate: "usage_update",
          used: step.used,
          size: step.size,
          ...(step.cost !== undefined && { cost: { amount: step.cost, currency: "USD" } }),
        });
        return null;
      case "environment":
        write(session, step.path, JSON.stringify(Deno.env.toObject()));
        return null;
      case "prompts":
        write(session, step.path, known(sessionId).prompts.join("\n"));
        return null;
      case "look":
        write(session, step.path, step.at.map((path) => `${path} ${readable(path)}\n`).join(""));
        return null;
      case "misbehave":
        Deno.stdout.writeSync(new TextEncoder().encode(misbehaviour(step.what, sessionId)));
        return null;
      case "then":
        keep(sessionId, { ...known(sessionId), then: step.steps });
        return null;
      case "mode":
        keep(sessionId, { ...known(sessionId), mode: step.to });
        await this.update({ sessionUpdate: "current_mode_update", currentModeId: step.to });
        return null;
      case "settle":
        // Whoever is to answer the last message has answered it.
        while (known(sessionId).mode === "auto") await new Promise((resolve) => setTimeout(resolve, 5));
        return null;
      case "hang":
        while (!cancelled.has(sessionId)) await new Promise((resolve) => setTimeout(resolve, 20));
        return "cancelled";
      case "reach":
        await new Deno.Command("curl", { args: ["-s", "-m", "5", step.url], stdout: "null" }).output();
        return null;
      case "linger":
        setInterval(() => {}, 1000);
        return null;
      case "ignore_stop":
        Deno.addSignalListener("SIGTERM", () => {});
        setInterval(() => {}, 1000);
        await new Promise(() => {});
        return null;
      case "exit":
        Deno.stderr.writeSync(new TextEncoder().encode(step.words ?? ""));
        if (step.pipeFirst) {
          Deno.stdout.close();
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
        Deno.exit(step.code);
        return null;
      case "login":
        requireLogin(step.path);
        return null;
      case "fail":
        throw new acp.RequestError(-32603, step.message);
      case "stop":
        return step.reason;
    }
  }
}

function readable(path: string): string {
  try {
    const info = Deno.statSync(path);
    return info.isDirectory ? [...Deno.readDirSync(path)].map(({ name }) => name).sort().join(",") : "file";
  } catch (error) {
    return (error as Error).name;
  }
}

function modesOf(sessionId: string): { modes?: acp.SessionModeState } {
  const { mode: currentModeId } = known(sessionId);
  if (currentModeId === undefined) return {};
  const availableModes = [{ id: "auto", name: "Auto" }, { id: "default", name: "Manual" }];
  return { modes: { currentModeId, availableModes } };
}

const app = acp.agent({ name: "test-agent" })
  .onRequest("initialize", () => ({
    protocolVersion: acp.PROTOCOL_VERSION,
    authMethods: [
      { id: "terminal", type: "terminal", name: "Terminal", args: ["--login"] },
      { id: "account", name: "Account", description: "in its window" },
    ],
    agentInfo: { name: "test-agent", version: "1.0.0" },
    agentCapabilities: MODE === "forgetful"
      ? {}
      : MODE === "load"
      ? { loadSession: true }
      : { sessionCapabilities: { resume: {} } },
  }))
  .onRequest("session/new", async ({ params, client }) => {
    if (LOGIN !== undefined) requireLogin(LOGIN);
    const sessionId = crypto.randomUUID();
    keep(sessionId, { cwd: params.cwd, steps: [], next: 0, prompts: [], ...(HAS_MODES && { mode: "auto" }) });
    const opened = { sessionId, ...modesOf(sessionId) };
    if (MODE !== "sudden") return opened;
    const update = { sessionUpdate: "current_mode_update" as const, currentModeId: "auto" };
    await client.notify("session/update", { sessionId, update });
    return { ...opened, modes: { ...opened.modes!, currentModeId: "default" } };
  })
  .onRequest("session/resume", ({ params }) => {
    if (HAS_MODES) keep(params.sessionId, { ...known(params.sessionId), mode: "auto" });
    return modesOf(params.sessionId);
  })
  .onRequest("session/set_mode", ({ params: { sessionId, modeId } }) => {
    if (MODE === "stubborn") throw new acp.RequestError(-32602, `There is no mode ${modeId}.`);
    keep(sessionId, { ...known(sessionId), mode: modeId });
    return {};
  })
  .onRequest("session/load", async ({ params, client }) => {
    const { prompts } = known(params.sessionId);
    const content = { type: "text" as const, text: prompts.join("\n") };
    const update = { sessionUpdate: "agent_message_chunk" as const, content };
    await client.notify("session/update", { sessionId: params.sessionId, update });
    return {};
  })
  .onNotification("session/cancel", ({ params }) => void cancelled.add(params.sessionId))
  .onRequest("session/prompt", async ({ params, client }) => {
    const { sessionId } = params;
    const session = known(sessionId);
    const text = params.prompt.map((block) => block.type === "text" ? block.text : "").join("");
    const steps = stepsOf(text);
    const goesOn = text.startsWith("You were interrupted");
    keep(sessionId, {
      ...session,
      prompts: [...session.prompts, text],
      ...(!goesOn && { steps: steps ?? session.then ?? [{ do: "say", text: "Understood." }], next: 0 }),
      then: undefined,
    });
    const turn = new Turn(client, sessionId, session);
    for (;;) {
      const now = known(sessionId);
      const step = now.steps[now.next];
      if (!step) return { stopReason: "end_turn" };
      let reason: string | null;
      try {
        reason = await turn.do(step);
      } catch (error) {
        if (error instanceof Cancelled) return { stopReason: "cancelled" };
        throw error;
      }
      keep(sessionId, { ...known(sessionId), next: now.next + 1 });
      if (reason !== null) return { stopReason: reason as acp.StopReason };
    }
  });

app.connect(acp.ndJsonStream(Deno.stdout.writable, Deno.stdin.readable));
