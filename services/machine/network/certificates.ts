/** Variables that name certificates which this machine trusts besides those of the system. None contains a secret. */
const VARIABLES = [
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
  "PIP_CERT",
  "GIT_SSL_CAINFO",
  "CARGO_HTTP_CAINFO",
  "DENO_CERT",
];

/** The certificates of a command with network access: its variables, and the files that it must see. */
export function machineCertificates(
  variable: (name: string) => string | undefined,
): { environment: Record<string, string>; readable: string[] } {
  const given = VARIABLES.flatMap((name) => {
    const path = variable(name);
    return path?.startsWith("/") ? [[name, path] as const] : [];
  });
  return { environment: Object.fromEntries(given), readable: [...new Set(given.map(([, path]) => path))] };
}
