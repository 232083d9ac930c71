import type { Transport } from "../../client/client.ts";

/** Downloads a file of the service, with the token as a header, which a link could not send. Throws a sentence. */
export async function download(send: Transport, path: string, name: string): Promise<void> {
  const response = await send(path, {});
  if (!response.ok) throw new Error((await response.json()).error);
  saveAs(await response.blob(), name);
}

/** Saves a value as a JSON document. */
export const saveJson = (value: unknown, name: string): void =>
  saveAs(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }), name);

/** Saves bytes as a file. */
export function saveAs(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
