import { formOf } from '@adwarden/contract/form-of';
import { importColumns } from '@adwarden/contract/spreadsheets/imports';
import { looseWire, wireOf } from '@adwarden/contract/testing/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNginx } from '../programs/find-nginx.ts';
import { ask } from './ask.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { startTwoNodes, type TwoNodes } from './two-nodes.ts';

describe.skipIf(!findNginx())('nginx in front', () => {
  let two: TwoNodes;
  let nginx: Nginx;
  let backOffice: BackOffice;

  beforeAll(async () => {
    two = await startTwoNodes({ shared: 1, perCaller: 0 });
    nginx = await startNginx({ nodes: [two.nodes[0].port] });
    backOffice = await openBackOffice(nginx.port);
  });
  afterAll(async () => {
    await nginx?.stop();
    await two?.stop();
  });

  /** Returns the address that the log of changes shows for a write. */
  async function addressOf(via: BackOffice, headers: Record<string, string>): Promise<string> {
    const { appID } = await backOffice.addApp();
    await via.call('updateApp', { id: appID, body: { note: 'from where?' }, headers });
    const { data } = await backOffice.call('getChanges', {});
    return data[0]?.actor.address ?? '';
  }

  /** Returns the country that the ads endpoint finds for a request with the CDN's country header. */
  async function countryOf(port: number, headers: Record<string, string>): Promise<string | null> {
    const { path } = await backOffice.addApp({ ipAddress: 'on' });
    return JSON.parse((await ask(port, path, { headers })).text).data.caller.country;
  }

  test('an address or a country that a caller claims is not trusted', async () => {
    await backOffice.call('updateAPIMethod', { body: { apiMethod: 'header' } });
    const forged = {
      'x-forwarded-for': '203.0.113.7',
      'x-real-ip': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
      'cf-ipcountry': 'US',
    };
    expect(await addressOf(backOffice, forged)).toBe('127.0.0.1');
    expect(await countryOf(nginx.port, forged)).toBe(null);
  });

  test('the headers of a trusted proxy are used: the last address that is not a proxy’s, and the country', async () => {
    const behind = await startNginx({
      nodes: [two.nodes[0].port],
      callers: (file) =>
        file
          .replace('#set_real_ip_from 192.0.2.0/24', 'set_real_ip_from 127.0.0.0/8')
          .replace('#192.0.2.0/24 1', '127.0.0.0/8 1'),
    });
    const told = {
      'x-forwarded-for': '198.51.100.1, 203.0.113.7, 127.0.0.9',
      'cf-ipcountry': 'US',
    };
    expect(await addressOf(await openBackOffice(behind.port), told)).toBe('203.0.113.7');
    expect(await countryOf(behind.port, told)).toBe('US');
    await behind.stop();
  });

  test('events reach the person who looks at once, not when a buffer is full', async () => {
    const { appID, path } = await backOffice.addApp();
    await backOffice.call('connectApp', { id: appID });
    const { path: stream, ...looking } = wireOf('getConnection', {
      as: backOffice.token,
      id: appID,
      headers: { accept: 'text/event-stream' },
    });
    const { body } = await fetch(`http://127.0.0.1:${nginx.port}${stream}`, looking);
    const events = (body as ReadableStream<Uint8Array>).getReader();
    const next = async () => new TextDecoder().decode((await events.read()).value);
    expect(await next()).toContain('"answer":null');
    const asked = performance.now();
    expect((await ask(nginx.port, path)).status).toBe(200);
    expect(await next()).toContain('"status":200');
    expect(performance.now() - asked).toBeLessThan(2_000);
    await events.cancel();
  });

  test.each(['/metrics', '//metrics', '/%6detrics', '/metrics?x=1', '/x/../metrics'])(
    '%s is closed',
    async (path) => {
      const answer = await ask(nginx.port, path);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain('process_cpu');
    },
  );

  test('an icon of 2 MB is accepted, a body larger than 3 MB is refused in the envelope', async () => {
    // Only its size matters, so it is no form of an app.
    const { path, method, headers } = looseWire('addApp', { as: backOffice.token, body: {} });
    const send = (bytes: number) =>
      ask(nginx.port, path, { method, headers, body: Buffer.alloc(bytes, 0x20) });
    const { status, text: body } = await send(3.5e6);
    expect([status, JSON.parse(body)]).toEqual([
      413,
      { status: 'error', success: false, message: 'This is larger than 3 MB' },
    ]);
    // This is a node's own refusal, so nginx has passed the request on.
    expect((await send(2.5e6)).text).not.toContain('larger than 3 MB');
  });

  test('a file to import may be larger', async () => {
    const rows = `App Name\n${`${'x'.repeat(99)}\n`.repeat(40_000)}`;
    const { path, ...sent } = wireOf('readImportColumns', {
      as: backOffice.token,
      body: formOf({ file: new File([rows], 'apps.csv') }),
    });
    const answer = await fetch(`http://127.0.0.1:${nginx.port}${path}`, sent);
    const { data } = importColumns.parse(await answer.json());
    expect(data.columns[0]).toMatchObject({ column: 'App Name', field: 'appName' });
  });

  test('the web app and its files are passed on unchanged', async () => {
    const page = await ask(nginx.port, '/admin/login', { headers: { accept: 'text/html' } });
    const same = await ask(two.nodes[0].port, '/admin/login', { headers: { accept: 'text/html' } });
    expect([page.status, page.text]).toEqual([same.status, same.text]);
    expect(page.headers['content-security-policy']).toBe(same.headers['content-security-policy']);
  });

  test('no log contains a token, not even when nodes fail', async () => {
    const failing = await startNginx({ nodes: [1] });
    const path = two.shared[0]?.path ?? '';
    const answer = await ask(failing.port, path);
    expect([answer.status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual(
      [503, '2', 'no-store'],
    );
    expect(JSON.parse(answer.text)).toMatchObject({ status: 'error', success: false });
    await ask(failing.port, path, { method: 'POST', body: '{}' });
    const [access, errors] = [await failing.accessLog(), failing.errorLog()];
    await failing.stop();
    expect(access).toContain('"path":"/api/getAds"');
    for (const line of access.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    for (const log of [access, errors]) expect(log).not.toMatch(/authToken|appID/);
  });
});
