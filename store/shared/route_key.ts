/** Returns the method and the path of a key such as `GET /runs/:id`. */
export function splitRouteKey(key: string): [method: string, path: string] {
  const end = key.indexOf(" ");
  return [key.slice(0, end), key.slice(end + 1)];
}
