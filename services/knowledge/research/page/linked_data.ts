import { isRecord } from "../../../../store/shared/records.ts";
/** The JSON-LD metadata of a page. */
type LinkedData = Partial<
  Record<
    "title" | "description" | "author" | "siteName" | "publishedAt" | "language" | "image" | "url",
    string
  >
>;

const MAX_NODES = 1000;
const OF_CONTENT =
  /(?:Article|Posting|Report|WebPage|Book|Dataset|SoftwareSourceCode|VideoObject|Recipe|Event)$/;

type Node = Record<string, unknown>;

/** Returns the first node that describes the content of the page; empty if none of the texts can be parsed. */
export function readLinkedData(texts: readonly string[]): LinkedData {
  const nodes = texts.flatMap(nodesIn);
  const node = nodes.find(isArticle) ?? nodes.find((each) => OF_CONTENT.test(typeOf(each)));
  if (!node) return {};
  const found: Record<keyof LinkedData, string | undefined> = {
    title: textOf(node.headline) ?? textOf(node.name),
    description: textOf(node.description),
    author: namesOf(node.author ?? node.creator),
    siteName: namesOf(node.publisher ?? node.isPartOf),
    publishedAt: textOf(node.datePublished) ?? textOf(node.dateCreated),
    language: textOf(node.inLanguage),
    image: addressOf(node.image),
    url: addressOf(node.url) ?? addressOf(node.mainEntityOfPage),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== ""));
}

function nodesIn(text: string): Node[] {
  try {
    const nodes: Node[] = [];
    const waiting: unknown[] = [JSON.parse(text)];
    while (waiting.length > 0 && nodes.length < MAX_NODES) {
      const value = waiting.shift();
      if (Array.isArray(value)) waiting.push(...value.slice(0, MAX_NODES));
      else if (isRecord(value)) {
        nodes.push(value);
        if ("@graph" in value) waiting.push(value["@graph"]);
      }
    }
    return nodes;
  } catch {
    return [];
  }
}

const typeOf = (node: Node): string => textOf([node["@type"]].flat()[0]) ?? "";

const isArticle = (node: Node): boolean => /(?:Article|Posting|Report)$/.test(typeOf(node));

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : isRecord(value) ? textOf(value["@value"] ?? value.name) : undefined;

const namesOf = (value: unknown): string | undefined =>
  [value].flat().slice(0, 20).flatMap((each) => textOf(each) ?? []).join(", ") || undefined;

function addressOf(value: unknown): string | undefined {
  const [first] = [value].flat();
  if (typeof first === "string") return first;
  return isRecord(first) ? addressOf(first.url ?? first["@id"]) : undefined;
}
