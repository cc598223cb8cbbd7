import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchCertificate } from './certificate.ts';

afterEach(() => void vi.useRealTimers());

/** Opens a server whose certificate is self-signed and valid for 30 days. */
async function openServer() {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', cert];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', ...names, ...files],
    {
      stdio: 'ignore',
    },
  );
  const own = { key: readFileSync(key), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  const server = createServer(own).listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { cert: own.cert, server, url: new URL(`https://localhost:${port}`) };
}

test('it knows when a trusted certificate ends, 0 for one that is not, and nothing before', async () => {
  const { cert, url, server } = await openServer();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const watch = watchCertificate(url);
  onTestFinished(watch.stop);
  const look = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    vi.useRealTimers();
  };
  expect(watch.end()).toBeNull();
  await look(10_000);
  await expect.poll(watch.end).toBe(0);

  setDefaultCACertificates([...getCACertificates('default'), cert]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const trusting = watchCertificate(url);
  onTestFinished(trusting.stop);
  await look(10_000);
  await expect.poll(trusting.end).toBeGreaterThan(Date.now() + 29 * 86_400_000);

  server.close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = watchCertificate(url);
  onTestFinished(closed.stop);
  await look(10_000);
  expect(closed.end(), 'one that is not reached').toBeNull();
});
