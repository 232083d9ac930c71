import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { testNeeding } from "../kit/skip.ts";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Network } from "../../services/accounts/outbound/exchange.ts";
import { OutboundError } from "../../services/accounts/outbound/error.ts";
import { sendPinned } from "../../services/accounts/outbound/pinned.ts";
import {
  type OutboundAnswer,
  type OutboundRequest,
  request,
} from "../../services/accounts/outbound/request.ts";
import { temporaryDirectory } from "../temporary.ts";

/** A server on this machine, and the requests that it got. */
export type Site = { port: number; requests: string[] };

/** Servers, names and certificates of one test; disposed with it. */
export class World {
  readonly #stack = new AsyncDisposableStack();
  /** What each name resolves to, in turn; the last answer stays. */
  readonly names = new Map<string, string[][]>();
  readonly lookups: string[] = [];
  authorities: string[] = [];
  servicePort = 1;

  get network(): Network {
    return {
      servicePort: () => this.servicePort,
      authorities: this.authorities,
      send: sendPinned,
      now: () => new Date("2026-01-01T00:00:00Z"),
      resolve: (host) => {
        this.lookups.push(host);
        const answers = this.names.get(host) ?? [];
        return Promise.resolve((answers.length > 1 ? answers.shift() : answers[0]) ?? []);
      },
    };
  }

  /** Makes a request to exact targets on this machine, given as `host:port`. */
  ask(url: string, { here = [], ...input }: Partial<OutboundRequest> & { here?: string[] } = {}) {
    const allowed = here.map((text) => ({
      host: text.replace(/:\d+$/, ""),
      port: Number(text.split(":").at(-1)),
    }));
    return request(this.network, { url, allowed, ...input });
  }

  /** The error that a request ends in. */
  async refusal(work: Promise<OutboundAnswer>): Promise<OutboundError> {
    try {
      await work;
    } catch (cause) {
      if (cause instanceof OutboundError) return cause;
      throw cause;
    }
    throw new Error("the request was answered");
  }

  /** Starts a server on an address of this machine's loopback. */
  async site(
    listener: RequestListener,
    { hostname = "127.0.0.1", tls, port = 0 }: {
      hostname?: string;
      tls?: { key: string; cert: string };
      port?: number;
    } = {},
  ): Promise<Site> {
    const requests: string[] = [];
    const listen: RequestListener = (asked, answer) => {
      requests.push(`${asked.method} ${asked.url}`);
      listener(asked, answer);
    };
    const server = tls ? createSecureServer(tls, listen) : createServer(listen);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.on("error", reject);
    server.listen(port, hostname, resolve);
    await promise;
    this.#stack.defer(() => {
      server.closeAllConnections();
      server.close();
    });
    return { port: (server.address() as AddressInfo).port, requests };
  }

  /** An authority of this test's own, and a certificate that it signs for a name. */
  async certificate(name: string): Promise<{ authority: string; key: string; cert: string }> {
    const directory = temporaryDirectory();
    this.#stack.defer(() => Deno.remove(directory, { recursive: true }));
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const openssl = async (...args: string[]) => {
      const command = new Deno.Command("openssl", { args, cwd: directory, stdout: "null", stderr: "piped" });
      const { success, stderr } = await command.output();
      if (!success) throw new Error(new TextDecoder().decode(stderr));
    };
    await openssl(
      "req",
      "-x509",
      ...key,
      "-keyout",
      "ca.key",
      "-out",
      "ca.pem",
      "-subj",
      "/CN=Test",
      "-days",
      "2",
    );
    await openssl("req", ...key, "-keyout", "key", "-out", "csr", "-subj", `/CN=${name}`);
    await Deno.writeTextFile(join(directory, "extensions"), `subjectAltName=DNS:${name}`);
    const signing = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "extensions"];
    await openssl("x509", "-req", "-in", "csr", ...signing, "-days", "2", "-out", "pem");
    const read = (file: string) => Deno.readTextFile(join(directory, file));
    return { authority: await read("ca.pem"), key: await read("key"), cert: await read("pem") };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

const MISSING = findProgram("openssl", Deno.env.get("PATH") ?? "") === null
  ? "openssl is not here: apt-get install openssl"
  : null;

/** A test that makes certificates; without openssl it is left out, and named. */
export const opensslTest = (name: string, fn: () => void | Promise<void>): void =>
  testNeeding(MISSING, { name, fn });
