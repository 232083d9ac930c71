import { join } from "node:path";

async function openssl(args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("openssl", {
    args: [...args],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/**
 * Makes an authority and a certificate of it for addresses, those of this machine by default, as docs/workers-on-other-machines.md
 * does; returns their files.
 */
export async function makeCertificates(
  directory: string,
  addresses: readonly string[] = ["127.0.0.1"],
): Promise<{ certificate: string; key: string; authority: string }> {
  const at = (name: string) => join(directory, name);
  const [authority, authorityKey, certificate, key] = ["ca.pem", "ca.key", "control.pem", "control.key"].map(
    at,
  ) as [
    string,
    string,
    string,
    string,
  ];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  await openssl([
    "req",
    "-x509",
    ...curve,
    "-keyout",
    authorityKey,
    "-out",
    authority,
    "-days",
    "2",
    "-subj",
    "/CN=ca",
  ]);
  await openssl(["req", ...curve, "-keyout", key, "-out", at("request"), "-subj", "/CN=control"]);
  const extensions = at("extensions");
  const names = addresses.map((address) => `IP:${address}`).join();
  await Deno.writeTextFile(extensions, `subjectAltName=${names}\nbasicConstraints=CA:FALSE\n`);
  const signed = ["-in", at("request"), "-CA", authority, "-CAkey", authorityKey, "-CAcreateserial"];
  await openssl(["x509", "-req", ...signed, "-out", certificate, "-days", "2", "-extfile", extensions]);
  return { certificate, key, authority };
}
