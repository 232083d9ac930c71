import { sha256 } from "../../../store/chain.ts";
import { shopDeclaration } from "../../connectors/shop.ts";
import type { Received, Reply } from "../network.ts";
import type { Means, Program } from "../programs.ts";

/** Where the shop is. */
export const SHOP = "shop.example.com";
/** What one order costs at most. */
export const PER_ACTION = 100;
/** What all orders of a day (UTC) cost at most. */
export const PER_DAY = 400;
/** Stands in each answer of the shop, and nobody else is to see it. */
export const CUSTOMER = "the-number-of-a-customer";

/** Totals that the shop refuses, and that it gets wrong. */
export const isRefused = (total: number): boolean => total % 10 === 7;
export const isMistaken = (total: number): boolean => total % 10 === 9;

/** An order in the shop's books. */
export type Entry = { key: string; item: string; total: number; approvalId: string };

/** A shop: whoever orders again with the same key has ordered once. */
export class Shop {
  readonly books = new Map<string, Entry>();

  readonly answer = ({ method, path, body }: Received): Reply => {
    const key = path.slice(1);
    if (method === "PUT" && !this.books.has(key)) {
      const asked: Entry = JSON.parse(body);
      if (isRefused(asked.total)) return { status: 422, body: "{}" };
      this.books.set(key, { ...asked, key, total: asked.total + (isMistaken(asked.total) ? 1 : 0) });
    }
    const entry = this.books.get(key);
    return entry ? { status: 200, body: JSON.stringify(entry) } : { status: 404, body: "{}" };
  };
}

/** What the service asks its connector for. */
export type Call = { call: "perform" | "find" | "verify"; key: string; version: string; item: string };

/** The stand-ins of proofs, by their directory. */
const standIns = new Map<string, Shop>();
const standIn = (directory: string): Shop => {
  const known = standIns.get(directory) ?? new Shop();
  standIns.set(directory, known);
  return known;
};

/** The shop's connector. `called` is told what it is asked for; with the argument "gullible" it confirms everything. */
export const shopProgram = (called: (call: Call) => void): Program => async (question, means) => {
  const { call, request: text, approval, response } = question;
  const { key, version, input } = JSON.parse(text);
  if (means.double === null) called({ call, key, version, item: input.item });
  const approved = approval?.requestSha256 === sha256(text);
  if (call === "perform" && (!approved || input.total > PER_ACTION)) {
    return { status: "refused", detail: "It is not approved, or too much." };
  }
  const body = JSON.stringify({ ...input, approvalId: approval?.id });
  const request = { method: call === "perform" ? "PUT" : "GET", path: `/${key}`, headers: {}, body };
  const { status, body: answer } = await asked(means, request);
  const entry: Entry | null = status === 200 ? JSON.parse(answer) : null;
  const done = entry && { order: entry.key.slice(0, 20), item: entry.item, total: entry.total, by: CUSTOMER };
  if (call === "verify") {
    const isSame = entry?.total === input.total && JSON.stringify(done) === JSON.stringify(response);
    const isConfirmed = isSame || means.args[0] === "gullible";
    return { verdict: isConfirmed ? "confirmed" : "refuted", detail: `The shop's books say ${answer}.` };
  }
  if (done) return { status: "done", response: done };
  return call === "find" ? { status: "none" } : { status: "refused", detail: "It is sold out." };
};

/** Prints the books of a stand-in. */
export const booksProgram: Program = (_, { double }) => Promise.resolve([...standIn(double!).books.values()]);

const asked = async ({ double, ask }: Means, request: Received): Promise<Reply> =>
  double === null ? await ask(SHOP, request) : standIn(double).answer(request);

/** The files of the shop's connector. */
export function shopFiles(version: string, fault: "none" | "gullible") {
  const declared = shopDeclaration("none", "");
  return {
    ...declared,
    version,
    label: "Shop",
    command: ["shop", fault],
    approval: { ...declared.approval, expiresIn: "PT30M" },
    limits: { ...declared.limits, perAction: PER_ACTION, perDay: PER_DAY },
    double: ["shop-books"],
  };
}
