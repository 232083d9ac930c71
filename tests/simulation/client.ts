import type { Random } from "../recovery/load/random.ts";
import { AGENT } from "../tokens.ts";
import { type Answer, answered, type Deed, holds, type Read, same } from "./command.ts";
import type { Coverage } from "./coverage.ts";
import type { World } from "./world.ts";

/** The paths of the commands that the interface lists for the agent. */
const AGENT_MAY = /^\/runs$|^\/coordinator\/runs$|\/retry$|\/guidance$/;

type Around = {
  world: World;
  coverage: Coverage;
  random: Random;
  /** Notes what happened besides the command, for who reads of a difference. */
  remember: (line: string) => void;
  lookAtAll: () => Promise<void>;
};

/** Sends commands, also as a client whose answer was lost sends them again, and as somebody else who tries them. */
export class Client {
  constructor(readonly around: Around) {}

  /** Reads what is shown now. Throws `Difference` unless it is. */
  readonly read: Read = async (path) => {
    const answer = await this.around.world.ask({ method: "GET", path });
    holds(answer !== null && answer.status === 200, `GET ${path} is answered ${JSON.stringify(answer)}`);
    return answer.body;
  };

  /** Sends a command, and lets the model judge the answer. */
  async send(name: string, deed: Deed): Promise<void> {
    const { random } = this.around;
    if (random.next() < 0.02) await this.#sendAsAnother(deed);
    if (random.next() < 0.005 && !deed.isAnswered) await this.#sendInDoubt(name, deed);
    else await this.#ask(deed);
  }

  async #ask(deed: Deed, repeated = false): Promise<void> {
    const { world, random, remember } = this.around;
    await deed.before?.(this.read, repeated);
    const { service: { store: { head } }, work: { gates: { opened } } } = world;
    const answer = await world.ask(deed.asked);
    if (answer === null) {
      remember("killed meanwhile");
      await world.kill();
      return await this.#ask(deed, true);
    }
    deed.judge(answer, repeated);
    const isRefused = (answer.status === 400 || answer.status === 404) && !deed.mayRecord;
    // A run that was let go on meanwhile records what it does.
    const isStill = world.work.gates.opened === opened;
    holds(
      !isRefused || !isStill || world.service.store.head === head,
      "it was refused, and something was recorded",
    );
    if (random.next() < 0.004) await this.#killAtAnswer();
    const hasKey = deed.asked.headers?.["idempotency-key"] !== undefined;
    if (!hasKey || random.next() >= 0.05) return;
    // What failed may be tried again, and may succeed then.
    if (answer.status < 500) await this.#askAgain(deed, answer);
    else await this.#ask(deed, true);
  }

  /** A client that did not get the first answer asks again with the same key, and gets it now. */
  async #askAgain({ asked }: Deed, first: Answer): Promise<void> {
    this.around.remember("asked again");
    const again = await this.around.world.ask(asked);
    // If it was killed before that, nobody asks a third time.
    if (again !== null) same(again, first, "the answer to what was asked again");
  }

  /** The agent's token does only what the interface lists for it, and nobody without a token does anything. */
  async #sendAsAnother({ asked: { through: _, ...asked } }: Deed): Promise<void> {
    if (asked.token === null) return;
    const { world, random, remember } = this.around;
    const mayAgent = asked.method === "GET" || AGENT_MAY.test(asked.path);
    const token = mayAgent || random.next() < 0.5 ? null : AGENT;
    const { head } = world.service.store;
    remember(`asked by ${token ?? "someone without a token"}`);
    const answer = await world.ask({ ...asked, token });
    if (answer === null) return;
    answered(answer, token === null ? 401 : 403);
    holds(world.service.store.head === head, "someone else was refused, and something was recorded");
  }

  /** What is answered is on disk. */
  async #killAtAnswer(): Promise<void> {
    const { world, coverage, remember, lookAtAll } = this.around;
    remember("killed at its answer");
    coverage.add("kill", "at an answer");
    await world.kill();
    await lookAtAll();
  }

  /** Kills the service at some moment after a request was sent; a client that has no answer sends it again. */
  async #sendInDoubt(name: string, deed: Deed): Promise<void> {
    const { world, coverage, random, remember, lookAtAll } = this.around;
    const turns = random.between(0, 6);
    remember(`killed ${turns} turns later`);
    await deed.before?.(this.read, false);
    await world.askAndKill(deed.asked, turns);
    coverage.add(`${name}, killed`, deed.state);
    await this.#ask(deed, true);
    await world.idle();
    await lookAtAll();
  }
}
