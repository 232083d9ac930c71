import { join } from "node:path";
import { PACKAGES } from "../debian.ts";
import { temporaryDirectory } from "../temporary.ts";

const PAGE = new URL("../../docs/reverse-proxy.md", import.meta.url);

/** A kind of proxy: how its part of the page becomes a configuration of this test, and how it is started. */
export type Kind = {
  name: string;
  /** The Debian package that has it. */
  package: string;
  configure: (
    block: string,
    ports: { own: number; service: number },
    directory: string,
  ) => Record<string, string>;
  command: (directory: string) => [string, ...string[]];
};

/** What the page says for each proxy: only the public port and the certificate are replaced. */
export const KINDS: readonly Kind[] = [
  {
    name: "caddyfile",
    package: PACKAGES.caddy,
    configure: (block, { own, service }) => ({
      Caddyfile: `{\n\tadmin off\n\tauto_https off\n\tgrace_period 100ms\n}\n${
        block.replace("harness.example {", `http://harness.example:${own} {\n\tbind 127.0.0.1`)
          .replace("127.0.0.1:4317", `127.0.0.1:${service}`)
      }`,
    }),
    command: (
      directory,
    ) => ["caddy", "run", "--config", join(directory, "Caddyfile"), "--adapter", "caddyfile"],
  },
  {
    name: "nginx",
    package: PACKAGES.nginx,
    configure: (block, { own, service }, directory) => ({
      "nginx.conf": `
pid ${directory}/nginx.pid;
error_log ${directory}/error.log;
daemon off;
events {}
http {
  access_log off;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  ${
        block.replace("listen 443 ssl;", `listen 127.0.0.1:${own};`).replaceAll(
          /^\s*ssl_certificate.*\n/gm,
          "",
        )
          .replace("127.0.0.1:4317", `127.0.0.1:${service}`)
      }
}
`,
    }),
    command: (directory) => ["nginx", "-p", directory, "-c", join(directory, "nginx.conf"), "-e", "stderr"],
  },
];

/** The block of the page in a language. */
export function blockOf(language: string): string {
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "m").exec(Deno.readTextFileSync(PAGE))
    ?.[1];
  if (!block) throw new Error(`docs/reverse-proxy.md has no block of ${language}`);
  return block;
}

/** A proxy that runs, on a port of loopback. */
export type Proxy = AsyncDisposable & { port: number };

/** Starts the real program with the page's configuration; null, said aloud, when it is not installed. */
export async function startProxy(kind: Kind, service: number): Promise<Proxy | null> {
  const directory = temporaryDirectory();
  const port = freePort();
  for (
    const [file, text] of Object.entries(
      kind.configure(blockOf(kind.name), { own: port, service }, directory),
    )
  ) {
    Deno.writeTextFileSync(join(directory, file), text);
  }
  const [program, ...args] = kind.command(directory);
  let child: Deno.ChildProcess;
  try {
    const env = { HOME: directory, PATH: `${Deno.env.get("PATH")}:/usr/sbin:/usr/local/sbin` };
    child = new Deno.Command(program, { args, env, stdin: "null", stdout: "null", stderr: "piped" }).spawn();
  } catch (cause) {
    Deno.removeSync(directory, { recursive: true });
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    const sentence =
      `SKIPPED: ${program} is not here. Install it to have its configuration tried: apt install ${kind.package}\n`;
    Deno.stderr.writeSync(new TextEncoder().encode(sentence));
    return null;
  }
  let ended = false;
  const said = new Response(child.stderr).text();
  const status = child.status.finally(() => ended = true);
  while (!ended && !await answers(port)) await Promise.resolve();
  if (ended) throw new Error(`${program} ended: ${await said}`);
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await status;
      await said;
      Deno.removeSync(directory, { recursive: true });
    },
  };
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function answers(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}
