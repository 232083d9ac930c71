import { dirname, join } from "node:path";
import type { Step } from "./script.ts";

/** A session of the agent: its directory, and how far it has come with its steps. */
export type Session = {
  cwd: string;
  steps: Step[];
  next: number;
  prompts: string[];
  then?: Step[] | undefined;
  /** Its mode, if the agent has any. */
  mode?: string;
};

const stateOf = (id: string) => join(Deno.env.get("HOME")!, `session-${id}.json`);
const sessions = new Map<string, Session>();

/** Saves a session, also for the agent's next start. */
export function keep(id: string, session: Session): void {
  sessions.set(id, session);
  Deno.writeTextFileSync(stateOf(id), JSON.stringify(session));
}

/** Returns a session of this start or of one before. */
export function known(id: string): Session {
  const session = sessions.get(id) ?? JSON.parse(Deno.readTextFileSync(stateOf(id))) as Session;
  sessions.set(id, session);
  return session;
}

/** Writes a file of a session's directory. */
export function write(session: Session, path: string, text: string): void {
  Deno.mkdirSync(dirname(join(session.cwd, path)), { recursive: true });
  Deno.writeTextFileSync(join(session.cwd, path), text);
}
