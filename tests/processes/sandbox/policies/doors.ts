import { join } from "node:path";
import { putShop, shopDeclaration } from "../../../connectors/shop.ts";
import { eventOf, type EventTail } from "../../../recovery/event_tail.ts";
import type { ServiceProcess } from "../../../recovery/service_process.ts";
import { script } from "../../../models/acp/script.ts";
import { speech } from "../../../audio/audio_world.ts";
import type { Person } from "./person.ts";

/** A service of a person, and the events of it. */
export type Place = { service: ServiceProcess; tail: EventTail; person: Person };

/** Has a command run in the sandbox of one kind, through the public interface, and returns text that contains what it printed. */
type Door = (place: Place, command: string) => Promise<string>;

/** As the command line starts a shell: without the variables of who starts it. */
const WITHOUT_CANARY = ["env", "--unset=CANARY_OF_THE_SERVICE"];

const RESTS = ["run.waiting", "run.completed", "run.failed"];

async function runOf({ service, tail, person }: Place, body: Record<string, unknown>): Promise<string> {
  const { id } = await service.operator("POST /coordinator/runs", {
    body: { repoPath: person.repository.root, onFailure: "fail", ...body } as never,
  });
  await tail.first(eventOf(id, ...RESTS, "approval.requested"));
  return id;
}

const shown = async ({ service }: Place, id: string): Promise<string> =>
  JSON.stringify(await service.operator("GET /runs/:id", { params: { id } }));

const SAVED = (command: string) =>
  JSON.stringify({ name: "probe", nodes: [{ id: "look", kind: "command", with: { command } }] });

/** Every policy that is composed. */
export const DOORS: Readonly<Record<string, Door>> = {
  worker: async (place, command) => {
    const id = await runOf(place, { request: `run ${command}` });
    return JSON.stringify(place.tail.events.filter(({ runid }) => runid === id));
  },
  verifier: async (place, command) => {
    const id = await runOf(place, {
      request: 'append "x" to a.txt',
      verifier: { command: `${command}; exit 9` },
    });
    return await shown(place, id);
  },
  setup: async (place, command) => {
    const id = await runOf(place, {
      request: 'append "x" to a.txt',
      setup: { command: `${command}; false` },
    });
    return await shown(place, id);
  },
  node: async (place, command) => {
    const { service, tail, person } = place;
    const { id } = await service.operator("POST /saved-workflows", { body: { source: SAVED(command) } });
    const body = { repoPath: person.repository.root };
    const { runId } = await service.operator("POST /saved-workflows/:id/run", { params: { id }, body });
    await tail.first(eventOf(runId!, ...RESTS));
    return JSON.stringify(tail.events.filter(({ runid }) => runid === runId));
  },
  trial: async ({ service, person }, command) => {
    const body = { source: SAVED(command), mode: "sandbox" as const, repoPath: person.repository.root };
    return JSON.stringify(await service.operator("POST /workflow-test-runs/run", { body }));
  },
  shell: async (place, command) => {
    const { service, tail } = place;
    const id = await runOf(place, { request: 'append "x" to a.txt' });
    const enter = () => service.operator("POST /runs/:id/enter", { params: { id }, body: {} });
    await enter();
    await tail.first(eventOf(id, "task_session.entered"));
    const { argv, environment } = (await enter()).shell!;
    const [program = "", ...args] = [...place.person.wrap(environment), ...WITHOUT_CANARY, ...argv];
    const child = new Deno.Command(program, {
      args,
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(`${command}\nexit\n`));
    await writer.close();
    return new TextDecoder().decode((await child.output()).stdout);
  },
  agent: async (place, command) => {
    const request = script({ do: "run", command: `${command} > seen.txt`, how: "unasked" });
    const id = await runOf(place, { request, worker: { provider: "coder" } });
    const workspaces = join(place.person.storage, "workspaces", id);
    const read = (name: string) => Deno.readTextFile(join(workspaces, name, "seen.txt")).catch(() => "");
    const found = await Promise.all([...Deno.readDirSync(workspaces)].map(({ name }) => read(name)));
    return found.join("") + await shown(place, id);
  },
  connector: async ({ service, person }, command) => {
    const shop = shopDeclaration("none", person.storage);
    putShop(person.storage, { ...shop, command: ["sh", "-c", command], double: ["sh", "-c", command] });
    person.own(join(person.storage, "connectors"));
    const body = { kind: "capability" as const, targetId: "connector:shop" };
    return await service.operator("POST /agent-profile-changes", { body }).then(JSON.stringify, String);
  },
  transcriber: async ({ service, tail }, command) => {
    const { id } = await service.operator("POST /audio-sessions", {
      body: { kind: "transcription", consent: { obtained: true } },
    });
    await service.operator("POST /audio-sessions/:id/transcriptions", {
      params: { id },
      body: {
        mode: "local",
        audio: { name: "a.wav", mediaType: "audio/wav", contentBase64: speech(1).toBase64() },
      },
    });
    await tail.first(({ type }) =>
      type === "audio.transcription_completed" || type === "audio.transcription_failed"
    );
    return `${command} ${
      JSON.stringify(await service.operator("GET /audio-sessions/:id", { params: { id } }))
    }`;
  },
};
