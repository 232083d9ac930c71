import { join } from "node:path";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { testNeeding } from "../kit/skip.ts";
import { temporaryDirectory } from "../temporary.ts";

const USER = "ann";
export const PASSWORD = "a-password-for-radicale";

/** What to do where there is no Radicale; null where there is one. */
export const NO_RADICALE = findProgram("radicale", Deno.env.get("PATH") ?? "") === null
  ? "radicale is not here: apt-get install radicale"
  : null;

/** A test against a real CalDAV server; without one it is left out, and named. */
export const radicaleTest = (name: string, fn: () => void | Promise<void>): void =>
  testNeeding(NO_RADICALE, { name, fn });

/** Debian's Radicale with one user and her calendar `work`. Disposing it ends the server. */
export class Radicale {
  private constructor(readonly port: number, readonly process: Deno.ChildProcess) {}

  static async start(): Promise<Radicale> {
    const directory = temporaryDirectory();
    const port = freePort();
    const users = join(directory, "users");
    Deno.writeTextFileSync(users, `${USER}:${PASSWORD}\n`);
    const config = join(directory, "config");
    Deno.writeTextFileSync(
      config,
      `[logging]\nlevel = info\n[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = ${users}\n` +
        `htpasswd_encryption = plain\ndelay = 0\n[storage]\nfilesystem_folder = ${join(directory, "data")}\n`,
    );
    const process = new Deno.Command("radicale", { args: ["-C", config], stdout: "null", stderr: "piped" })
      .spawn();
    const radicale = new Radicale(port, process);
    await ready(process);
    await radicale.send("MKCALENDAR", "");
    return radicale;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Stores an object of the calendar. */
  put = (name: string, text: string) => this.send("PUT", `${name}.ics`, text);

  /** Removes an object of the calendar. */
  remove = (name: string) => this.send("DELETE", `${name}.ics`);

  /** What the server has of an object. */
  async get(name: string): Promise<string> {
    const response = await this.#fetch("GET", `${name}.ics`);
    return await response.text();
  }

  /** Everything that the calendar holds, as one text. */
  async all(): Promise<string> {
    const response = await this.#fetch("GET", "");
    return await response.text();
  }

  async send(method: string, name: string, body?: string): Promise<void> {
    const response = await this.#fetch(method, name, body);
    await response.body?.cancel();
    if (!response.ok) throw new Error(`${method} ${name}: ${response.status}`);
  }

  #fetch(method: string, name: string, body?: string): Promise<Response> {
    return fetch(`${this.url}${USER}/work/${name}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`${USER}:${PASSWORD}`)}`,
        "content-type": "text/calendar; charset=utf-8",
      },
      ...(body !== undefined && { body }),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.kill("SIGKILL");
    await this.process.status;
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Resolves when the server says that it listens. */
async function ready(process: Deno.ChildProcess): Promise<void> {
  const reader = process.stderr.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!/Listening on/.test(said)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`Radicale did not start: ${said}`);
    said += value;
  }
  const rest = async () => {
    while (!(await reader.read()).done);
  };
  rest().catch(() => {});
}
