import { Redactor } from "../../../../services/ground/kernel/redactor.ts";
import { Vault } from "../../../../services/accounts/secrets/vault.ts";
import { EndedEarly, ServiceProcess } from "../../service_process.ts";
import { REPOSITORIES, repositoryPath, storagePath } from "../scenario/plans.ts";
import { checkDoctor } from "./doctor.ts";
import { Faults, withoutNames } from "./faults.ts";
import { checkLeftovers } from "./files.ts";
import { mounted } from "./mounted.ts";
import { checkNewRuns } from "./new_runs.ts";
import { checkRecords } from "./records.ts";
import { checkRuns, type Expected } from "./runs.ts";
import { verify } from "./verify.ts";

/** A run that has not come to its end by then does not come to it at all. */
const LATE_MILLISECONDS = 300_000;

/** Starts the service on an image and asks for everything that it said before the cut. */
export async function checkImage(
  image: string,
  disk: string,
  expected: Omit<Expected, "inImage">,
): Promise<Faults> {
  const faults = new Faults();
  const storage = storagePath(disk);
  const wrap = mounted(image, disk);
  const inImage = (path: string) => image + path.slice(disk.length);
  const repositories = REPOSITORIES.map((name) => repositoryPath(disk, name));
  try {
    await using service = await ServiceProcess.start({ storage, wrap });
    await verify(service, faults);
    const vault = new Vault(inImage(storage), null, new Redactor());
    await checkRecords(service, expected.told, vault, faults);
    await withDeadline((late) => checkRuns(service, { ...expected, inImage }, late, faults));
    await withDeadline((late) => checkNewRuns(service, repositories, inImage, late, faults));
    await service.terminate();
  } catch (error) {
    const [what, detail] = error instanceof EndedEarly
      ? ["the service does not start", error.output]
      : ["the service cannot be asked", String(error)];
    faults.add(`${what}: ${withoutNames(detail)}`, detail);
  }
  for (const repository of repositories) checkLeftovers(inImage(repository), faults);
  await checkDoctor(wrap, storage, faults);
  return faults;
}

async function withDeadline(work: (late: Promise<"late">) => Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), LATE_MILLISECONDS);
  await work(late).finally(() => clearTimeout(timer));
}
