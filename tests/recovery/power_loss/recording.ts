import { join } from "node:path";
import type { History } from "./disk/history.ts";
import { readDisk } from "./disk/snapshot.ts";
import { EventTail } from "../event_tail.ts";
import { ServiceProcess } from "../service_process.ts";
import { type Deed, Deeds, type Plan } from "./scenario/deeds.ts";
import { layOut } from "./scenario/lay_out.ts";
import { plansOf, REPOSITORIES, storagePath } from "./scenario/plans.ts";
import { keepRecords } from "./scenario/record_client.ts";
import { bringRunsAbout } from "./scenario/run_client.ts";
import { readHistory } from "./trace/read.ts";
import { strace, tracedProcess } from "./trace/strace.ts";

/** A recorded service, in a directory: its disk before and after, every change in between, and what it answered. */
export class Recording {
  constructor(readonly directory: string) {}

  /** Where the disk was. It is empty, for images to be mounted there. */
  get disk(): string {
    return join(this.directory, "disk");
  }

  /** The disk as the service left it. */
  get after(): string {
    return join(this.directory, "after");
  }

  history(): History {
    return readHistory(join(this.directory, "trace"), readDisk(join(this.directory, "before")), this.disk);
  }

  scenario(): { plans: Plan[]; deeds: Deed[] } {
    return JSON.parse(Deno.readTextFileSync(join(this.directory, "scenario.json")));
  }

  /** Records a service that makes that many runs in each repository, and records of each kind. */
  static async make(directory: string, runs: number): Promise<Recording> {
    const recording = new Recording(directory);
    const { disk, after } = recording;
    Deno.mkdirSync(disk);
    layOut(disk);
    copy(disk, join(directory, "before"));
    const deeds = new Deeds();
    const plans = REPOSITORIES.map((name) => plansOf(disk, name, runs));
    {
      await using service = await ServiceProcess.start({
        storage: storagePath(disk),
        wrap: strace(join(directory, "trace")),
      });
      const traced = tracedProcess(service.child.pid);
      try {
        using tail = new EventTail(service);
        const ended = plans.map((ofOne) => bringRunsAbout(service, tail, deeds, ofOne));
        await Promise.all([...ended, keepRecords(service, deeds, disk, runs * 2)]);
      } finally {
        // strace itself hears no signal while it traces.
        Deno.kill(traced, "SIGTERM");
        await service.ended;
      }
    }
    const scenario = { plans: plans.flat(), deeds: deeds.all };
    Deno.writeTextFileSync(join(directory, "scenario.json"), JSON.stringify(scenario));
    Deno.renameSync(disk, after);
    Deno.mkdirSync(disk);
    return recording;
  }
}

function copy(from: string, to: string): void {
  const { success, stderr } = new Deno.Command("cp", { args: ["-a", from, to] }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
