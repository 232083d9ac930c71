import { splitRouteKey } from "../../store/shared/route_key.ts";
import { listCommands } from "./commands.ts";

/** A request of the API, as sentences of the service name it. */
const REQUEST = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w/:-]+/g;

/** Returns a sentence of the service with the command for each request that it names: here, nobody makes requests. */
export async function inCommands(sentence: string): Promise<string> {
  if (sentence.search(REQUEST) < 0) return sentence;
  const commands = await listCommands();
  return sentence.replaceAll(REQUEST, (request) => {
    const found = commands.map(({ key, words }) => ({ words, ids: idsIn(request, key) }))
      .filter(({ ids }) => ids !== null)
      .toSorted((a, b) => a.ids!.length - b.ids!.length)[0];
    return found ? `\`${["agent-harness", ...found.words, ...found.ids!].join(" ")}\`` : request;
  });
}

/** Returns the ids in the path of a request, or null if it is another endpoint's; `:id` stands for any. */
function idsIn(request: string, key: string): string[] | null {
  const [[method, path], [wanted, pattern]] = [splitRouteKey(request), splitRouteKey(key)];
  const [parts, names] = [path.split("/"), pattern.split("/")];
  if (method !== wanted || parts.length !== names.length) return null;
  if (!names.every((name, i) => name === parts[i] || name.startsWith(":"))) return null;
  return parts.flatMap((part, i) => {
    if (!names[i]!.startsWith(":")) return [];
    return part.startsWith(":") ? `<${part.slice(1)}>` : part;
  });
}
