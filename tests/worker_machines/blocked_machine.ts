/**
 * A worker machine whose event loop is held for so long once it verifies: `<directory> <milliseconds> thread|here`. The directory
 * has its identity.
 */
import { openMachineStorage } from "../../worker.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import {
  BeatThread,
  MachineClient,
  readIdentity,
  workLoop,
} from "../../services/execution/worker_program/mod.ts";

const [directory = "", milliseconds = "0", where] = Deno.args;
const identity = (await readIdentity(directory))!;
const storage = await openMachineStorage(directory, {
  environment: (name) => Deno.env.get(name),
  codeDirectory: null,
  log: silentLog,
});
const thread = new BeatThread(identity, null);
const client = new MachineClient(identity, fetch, where === "thread" ? { beats: thread.beats } : {});
const hold = () => {
  const until = performance.now() + Number(milliseconds);
  while (performance.now() < until);
};
storage.service.store.subscribe((events) => {
  if (events.some(({ type }) => type === "process.started")) hold();
});
await workLoop(
  { service: storage.service, client, directory, say: () => {} },
  { signal: new AbortController().signal },
);
