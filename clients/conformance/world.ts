import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openBackOffice } from '../../deploy/test/back-office.ts';
import { node } from '../../deploy/test/node.ts';
import { startCompressingNginx } from './nginx.ts';
import { openProxy } from './proxy.ts';
import { unit } from './scenario.ts';

/** On a busy machine a write may be answered some time before the ads endpoint has it. */
export const waiting = { timeout: 90_000, interval: 5 };

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The real server with a proxy before it, and a folder for what the clients store. */
export async function openWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-clients-'));
  // Phones ask below the path and without it (ADR 88).
  const server = await node(folder, { BASE_PATH: '/adwarden' });
  await server.start();
  const backOffice = await openBackOffice(server.port);
  const proxy = await openProxy(server.port);
  const nginx = await startCompressingNginx(proxy.port);
  /** The server's own answer: the status and the tag. */
  async function answerTo(path: string): Promise<string> {
    const { status, headers } = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return `${status} ${headers.get('etag')}`;
  }
  let count = 0;
  return {
    backOffice,
    /** A new app, with a lane of the proxy and a folder of its own. */
    async place() {
      const form = { adsStatus: 'on', appStatus: 'live', ipAddress: 'off', visibleExtra: 'off' };
      const { path } = await backOffice.addApp({
        ...form,
        googleBanner1: unit,
        reward1: '',
      } as object);
      const query = new URL(path, 'http://server').searchParams;
      const answer = () => answerTo(path);
      const body = async () => (await fetch(`http://127.0.0.1:${server.port}${path}`)).text();
      await expect.poll(answer, waiting).toMatch(/^200 /);
      count += 1;
      const name = `s${count}`;
      return {
        ...proxy.lane(name),
        nginx: `http://127.0.0.1:${nginx.port}/${name}`,
        answer,
        body,
        appID: query.get('appID') ?? '',
        authToken: query.get('authToken') ?? '',
        folder: join(folder, name),
      };
    },
    async close() {
      await nginx.stop();
      proxy.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Place = Awaited<ReturnType<World['place']>>;
