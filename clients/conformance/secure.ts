import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Makes a certificate that signs itself, in a folder. */
export function certificateFor(host: string, folder: string) {
  const [keyFile, file] = [join(folder, `${host}.key`), join(folder, `${host}.pem`)];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const files = ['-keyout', keyFile, '-out', file];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], {
    stdio: 'pipe',
    timeout: 60_000,
  });
  return { file, key: readFileSync(keyFile), cert: readFileSync(file) };
}

type Certificate = Pick<ReturnType<typeof certificateFor>, 'key' | 'cert'>;

/**
 * Starts a server with TLS in front of `address`. `hints`: an informational answer (103) comes before each answer.
 * `later` is the certificate from the second connection on.
 */
export async function openSecure(
  address: string,
  certificate: Certificate,
  { hints = false, later = certificate }: { hints?: boolean; later?: Certificate } = {},
) {
  const connections = new Set<unknown>();
  const server = createServer(certificate, (asked, answer) => {
    connections.add(asked.socket);
    if (hints) answer.writeEarlyHints({ link: '</style.css>; rel=preload' });
    request(`${address}${asked.url}`, { headers: asked.headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    }).end();
  });
  server.on('secureConnection', () => server.setSecureContext(later));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `https://localhost:${port}`,
    connections,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
