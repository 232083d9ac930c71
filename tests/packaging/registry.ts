import { createHash } from "node:crypto";
import { join } from "node:path";
import { packTar } from "modern-tar";
import { temporaryDirectory } from "../temporary.ts";

/** A package of the registry: its files, and what its `package.json` says besides the name and the version. */
export type Published = {
  name: string;
  version: string;
  manifest?: Record<string, unknown>;
  files?: Record<string, string>;
};

/** What a command ended with, and all that it said. */
export type Said = { code: number; text: string };

/** A registry of npm packages on loopback, and a directory with empty caches in which commands install from it. */
export class Registry implements AsyncDisposable {
  readonly directory = temporaryDirectory();
  readonly #archives = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  private constructor(private readonly published: readonly Published[]) {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
      const { pathname, origin } = new URL(request.url);
      const archive = this.#archives.get(pathname.slice(1));
      if (archive) return new Response(archive);
      const name = decodeURIComponent(pathname.slice(1));
      const own = published.filter((each) => each.name === name);
      if (own.length === 0) return new Response("{}", { status: 404 });
      const versions = own.map((each) => [each.version, this.#described(each, origin)]);
      const latest = own.at(-1)!.version;
      return Response.json({ name, "dist-tags": { latest }, versions: Object.fromEntries(versions) });
    });
  }

  /** Starts a registry with these packages. */
  static async start(...published: Published[]): Promise<Registry> {
    const registry = new Registry(published);
    for (const each of published) {
      const files = { "package.json": JSON.stringify(manifestOf(each)), ...each.files };
      const tar = await packTar(
        Object.entries(files).map(([name, body]) => ({
          header: { name: `package/${name}`, size: new TextEncoder().encode(body).length },
          body,
        })),
      );
      const packed = new Blob([new Uint8Array(tar)]).stream().pipeThrough(new CompressionStream("gzip"));
      registry.#archives.set(archiveOf(each), await new Response(packed).bytes());
    }
    return registry;
  }

  /** The integrity of a package, as a lockfile has it. */
  integrityOf(each: Published): string {
    return `sha512-${createHash("sha512").update(this.#archives.get(archiveOf(each))!).digest("base64")}`;
  }

  /** Writes a file of the directory. */
  async write(name: string, content: unknown): Promise<void> {
    const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
    await Deno.writeTextFile(join(this.directory, name), text);
  }

  /** Runs a program in the directory, with this registry alone. */
  async run(program: string, ...args: string[]): Promise<Said> {
    const { port } = this.#server.addr;
    const { code, stdout, stderr } = await new Deno.Command(program, {
      args,
      cwd: this.directory,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: this.directory,
        DENO_DIR: join(this.directory, "cache"),
        NPM_CONFIG_REGISTRY: `http://127.0.0.1:${port}/`,
        NPM_CONFIG_UPDATE_NOTIFIER: "false",
        NO_COLOR: "1",
        DENO_NO_UPDATE_CHECK: "1",
      },
      stdin: "null",
    }).output();
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, text: decode(stdout) + decode(stderr) };
  }

  /** Removes what was downloaded. */
  async forget(): Promise<void> {
    await Deno.remove(join(this.directory, "cache"), { recursive: true }).catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    await Deno.remove(this.directory, { recursive: true });
  }

  #described(each: Published, origin: string) {
    const { scripts } = manifestOf(each) as { scripts?: Record<string, string> };
    const isScripted = Object.keys(scripts ?? {}).some((name) => /^(?:pre|post)?install$/.test(name));
    const dist = { tarball: `${origin}/${archiveOf(each)}`, integrity: this.integrityOf(each) };
    return { ...manifestOf(each), dist, ...(isScripted && { hasInstallScript: true }) };
  }
}

/** Where an archive is: Deno takes the usual address for granted. */
const archiveOf = ({ name, version }: Published): string => `${name}/-/${name}-${version}.tgz`;

const manifestOf = ({ name, version, manifest }: Published) => ({ name, version, ...manifest });
