import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished, vi } from 'vitest';
import { createFront } from '../../src/front/front.ts';
import { createPass } from '../../src/front/pass.ts';

const logger = pino({ level: 'silent' });

/** Opens an office at its socket, and the hop that passes requests on to it; without `answer` no office is there. */
export async function openHop(answer?: RequestListener) {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-pass-'));
  const socketPath = join(folder, 'office');
  const office = createServer({ keepAliveTimeout: 72_000 }, answer);
  if (answer) await once(office.listen(socketPath), 'listening');
  const warnOfForwarded = vi.fn();
  const { pass, endEvents, refused, stop } = createPass({
    socketPath,
    isSilent: () => false,
    warnOfForwarded,
    logger,
  });
  const front = createFront({ own: [], rest: pass });
  await once(front.listen(0, '127.0.0.1'), 'listening');
  const { port } = front.address() as AddressInfo;
  onTestFinished(() => {
    stop();
    for (const server of [front, office]) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    office,
    socketPath,
    warnOfForwarded,
    endEvents,
    refused,
  };
}
