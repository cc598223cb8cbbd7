import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNginx } from '../programs/find-nginx.ts';
import { farAway, openLine } from '../programs/line.ts';
import { ask } from './ask.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type Node, node, opened } from './node.ts';

/* An office and edges on machines of their own: nginx sends phones to the edges and people to the office, over HTTPS. */

const key = Buffer.alloc(32, 4).toString('base64');

describe.skipIf(!findNginx())('an office and edges behind nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-edges-'));
  const started: Node[] = [];
  let office: Node;
  let near: Node;
  let nginx: Nginx;
  let plain: Nginx;
  let backOffice: BackOffice;

  async function make(name: string, settings: Record<string, string>): Promise<Node> {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    const made = await node(dataDir, { TRUST_PROXY: '127.0.0.1', ...settings });
    started.push(made);
    return made;
  }
  const edge = (name: string, url: string, more: Record<string, string> = {}) =>
    make(name, { ROLE: 'ads', OFFICE_URL: url, EDGE_KEY: key, EDGE_NAME: name, ...more });

  beforeAll(async () => {
    office = await make('office', { ROLE: 'office', EDGE_KEYS: key });
    await office.start();
    near = await edge('near', `http://127.0.0.1:${office.port}`);
    await near.start();
    const places = { nodes: [near.port], offices: [office.port] };
    nginx = await startNginx({ ...places, tls: true });
    plain = await startNginx(places);
    backOffice = await openBackOffice(plain.port);
  });
  afterAll(async () => {
    await Promise.all(started.map((one) => one.stop()));
    await Promise.all([nginx?.stop(), plain?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('phones get their ads from the edge, people everything else from the office', async () => {
    const app = await backOffice.addApp();
    await expect.poll(async () => (await ask(plain.port, app.path)).status).toBe(200);
    expect((await ask(office.port, app.path)).status).toBe(503);
    expect((await ask(near.port, pathOf(calls.getCategory))).status).toBe(404);
    const through = await ask(plain.port, pathOf(calls.getCategory), {
      headers: { authorization: `Bearer ${backOffice.token}` },
    });
    expect(through.status).toBe(200);
  });

  test('an edge far away follows the office through nginx, over HTTPS and a bad line', async () => {
    const line = await openLine(nginx.port, farAway);
    const url = line.url.replace('http:', 'https:');
    const far = await edge('far', url, { NODE_EXTRA_CA_CERTS: nginx.certificate });
    await far.start();
    const app = await backOffice.addApp();
    await expect
      .poll(async () => (await ask(far.port, app.path)).status, { interval: 20 })
      .toBe(200);
    const { status, office: host } = JSON.parse((await ask(far.port, '/readyz', opened)).text);
    expect([status, host]).toEqual(['ready', new URL(url).host]);
    line.close();
  });
});
