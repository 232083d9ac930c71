import { join } from "node:path";
import { bundleScripts } from "../../../../packaging/bundle.ts";
import { EventTail } from "../../../recovery/event_tail.ts";
import { ServiceProcess } from "../../../recovery/service_process.ts";
import type { Place } from "./doors.ts";
import type { Person } from "./person.ts";

const NEIGHBOUR = new URL("neighbour.py", import.meta.url).pathname;
const PROGRAM = "tests/recovery/service.ts";

/** A person's machine: their files, another run's process, and the service. Dispose it. */
export class Surroundings implements AsyncDisposable {
  private constructor(readonly person: Person, readonly neighbour: Deno.ChildProcess) {}

  /** Starts the other run's process, and puts what the probe looks for into the person's home. */
  static async make(person: Person, baseUrl: string): Promise<Surroundings> {
    const name = `agent-harness-${crypto.randomUUID()}`;
    const made = {
      abstract: name,
      bus: join(person.top, "bus"),
      shared: `/dev/shm/${name}`,
      temporary: `/tmp/${name}`,
      key: crypto.getRandomValues(new Int32Array(1))[0]! >>> 1,
    };
    person.own();
    const neighbour = new Deno.Command("/usr/bin/python3", {
      args: [NEIGHBOUR, JSON.stringify(made)],
      env: { CANARY_OF_ANOTHER_RUN: "canary" },
      uid: person.uid,
      gid: person.uid,
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const { value } = await neighbour.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
    await person.equip({ ...made, ...JSON.parse(value!), process: neighbour.pid }, baseUrl);
    return new Surroundings(person, neighbour);
  }

  /** Returns what a command prints that the person runs, in no sandbox. */
  asThePerson(command: string): string {
    const [program = "", ...args] = [...this.person.wrap(), "sh", "-c", command];
    const { stdout, stderr } = new Deno.Command(program, { args, stdin: "null" }).outputSync();
    return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  }

  /** Starts the service as the person. Another user cannot read what this one has of its modules, so it is bundled. */
  async serve(): Promise<Place & AsyncDisposable> {
    const { person } = this;
    const into = join(person.top, "program");
    await bundleScripts(into, [PROGRAM]);
    person.own();
    const transcriber = {
      AGENT_HARNESS_TRANSCRIBE_COMMAND: JSON.stringify(["probe", "transcriber", "{input}"]),
    };
    const service = await ServiceProcess.start({
      storage: person.storage,
      entry: join(into, PROGRAM.replace(/ts$/, "js")),
      wrap: person.wrap(transcriber),
    });
    const tail = new EventTail(service);
    const body = { repoPath: person.repository.root, dial: "everything" as const };
    await service.operator("POST /repositories/dial", { body });
    return {
      person,
      service,
      tail,
      [Symbol.asyncDispose]: async () => {
        tail[Symbol.dispose]();
        await service[Symbol.asyncDispose]();
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.neighbour.stdin.close();
    await this.neighbour.status;
  }
}
