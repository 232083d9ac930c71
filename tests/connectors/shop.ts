import { join } from "node:path";
import { REVIEWED } from "../git.ts";
import type { Harness } from "../harness.ts";

/** What is wrong with a shop: each fails one of the five proofs, or nothing. */
export type ShopFault = "none" | "unapproved" | "twice" | "gullible" | "untraced" | "unlimited";

/** An item whose price the shop's books get wrong, so that its verifier refutes the order. */
export const MISTAKEN = "mistaken";

/** The shop's program. It sells from the directory of the stand-in, or else from the one that it is given. */
const PROGRAM = `
const [fault, real] = Deno.args;
const place = Deno.env.get("CONNECTOR_DOUBLE") ?? real;
const question = JSON.parse(new TextDecoder().decode(await new Response(Deno.stdin.readable).bytes()));
const request = JSON.parse(question.request);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (text) =>
  hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
const path = place + "/" + request.key + ".json";
const known = () => {
  try { return JSON.parse(Deno.readTextFileSync(path)); } catch { return null; }
};
const respond = ({ item, total }) => ({ order: request.key.slice(0, 20), item, total });
function order() {
  const { item, total } = request.input;
  const entry = { key: request.key, item, total: item === "${MISTAKEN}" ? total + 1 : total };
  const draft = place + "/" + crypto.randomUUID() + ".draft";
  Deno.writeTextFileSync(draft, JSON.stringify(entry));
  try {
    Deno.linkSync(draft, fault === "twice" ? path.replace(".json", "." + crypto.randomUUID() + ".json") : path);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.AlreadyExists)) throw cause;
  }
  Deno.removeSync(draft);
  return { status: "done", response: respond(known() ?? entry) };
}
async function perform() {
  const approved = question.approval?.requestSha256 === await sha256(question.request);
  if (!approved && fault !== "unapproved") return { status: "refused", detail: "This order is not approved." };
  if (request.input.total > 100 && fault !== "unlimited") return { status: "refused", detail: "More than 100." };
  return order();
}
function verify() {
  if (fault === "gullible") return { verdict: "confirmed", detail: "It will be all right." };
  const entry = known();
  const same = entry?.total === request.input.total && JSON.stringify(respond(entry)) === JSON.stringify(question.response);
  return same ? { verdict: "confirmed", detail: "The order is in the shop's books." }
    : { verdict: "refuted", detail: "The shop's books do not say so." };
}
const find = () => known() ? { status: "done", response: respond(known()) } : { status: "none" };
console.log(JSON.stringify(await { perform, verify, find }[question.call]()));
`;

/** Prints the books of the stand-in. */
const DOUBLE = `
const place = Deno.env.get("CONNECTOR_DOUBLE");
const books = [...Deno.readDirSync(place)].filter(({ name }) => name.endsWith(".json"))
  .map(({ name }) => JSON.parse(Deno.readTextFileSync(place + "/" + name)));
console.log(JSON.stringify(books));
`;

const RUN = ["deno", "run", "-A", "--no-config", "--no-lock"];

/** The declaration of a shop whose real orders go to the directory `real`. */
export function shopDeclaration(fault: ShopFault, real: string) {
  return {
    id: "shop",
    version: "1.0.0",
    label: "Stand-in shop",
    class: "purchases",
    command: [...RUN, "shop.js", fault, real],
    actions: [{
      id: "order",
      description: "Orders an item.",
      inputSchema: {
        type: "object",
        properties: { item: { type: "string" }, total: { type: "number" } },
        required: ["item", "total"],
        additionalProperties: false,
      },
      reversible: false,
      idempotencyKey: "the name of the order's file",
      amount: "total",
      example: { item: "pencil", total: 3 },
    }],
    verifier: { actionIds: ["order"], how: "Looks the order up in the shop's books." },
    approval: { policyClass: "external-write", expiresIn: "PT10M", showsFields: ["item", "total"] },
    traces: [
      "connector_action.started",
      "connector_action.performed",
      "connector_action.verified",
      ...(fault === "untraced" ? ["connector_action.billed"] : []),
    ],
    limits: { perAction: 100, perDay: 150, currency: "EUR" },
    double: [...RUN, "double.js"],
  };
}

/** Puts a shop into the connectors of a storage directory. */
export function putShop(storage: string, declaration: object): string {
  const directory = join(storage, "connectors", "shop");
  Deno.mkdirSync(directory, { recursive: true });
  Deno.writeTextFileSync(join(directory, "connector.json"), JSON.stringify(declaration, null, 2));
  Deno.writeTextFileSync(join(directory, "shop.js"), PROGRAM);
  Deno.writeTextFileSync(join(directory, "double.js"), DOUBLE);
  return directory;
}

/** Lets a human enable the connector that lies in the storage directory. */
export async function enableShop(h: Pick<Harness, "operator">): Promise<void> {
  const body = { kind: "capability" as const, targetId: "shop" };
  const { id } = await h.operator("POST /agent-profile-changes", { body });
  await h.operator("POST /agent-profile-changes/:id/approve", { params: { id }, body: REVIEWED });
}

/** The orders that a shop has truly got, as its books have them. */
export const ordersIn = (real: string): { key: string; item: string; total: number }[] =>
  [...Deno.readDirSync(real)].map(({ name }) => JSON.parse(Deno.readTextFileSync(join(real, name))));
