import { Writable } from 'node:stream';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/kit/logger.ts';
import { sendRaw } from '../outside/raw-socket.ts';
import { adminPassword, buildTestServer, type TestServer } from '../servers/build-test-server.ts';

let written = '';
let adwarden: TestServer;
beforeAll(async () => {
  const memory = new Writable({
    write(chunk, _, done) {
      written += String(chunk);
      done();
    },
  });
  adwarden = await buildTestServer({}, { logger: createLogger('trace', memory) });
});
afterAll(() => adwarden.close());

test('no token, password or key is ever logged, also not in errors and query strings', async () => {
  const admin = await adwarden.signInAdmin();
  const form = sampleUserForm({ password: 'secret-of-ada' });
  await adwarden.call('createNewUser', { as: admin, body: form });
  await adwarden.call('createNewUser', { as: admin, body: form });
  const owner = await adwarden.signInUser(form.userId, form.password);
  await adwarden.call('userSignIn', { body: { userID: 'ada', password: 'wrong-secret' } });
  const made = await adwarden.call('addApp', { as: owner, body: sampleAppForm() });
  const { authToken } = made.body.data;
  const query = { authToken, search: 'secret-search' };
  await adwarden.call('getAllApp', { as: admin, query });
  await adwarden.call('updateVPNAPIKey', { as: admin, body: { VPNAPIKey: 'secret-vpn-key' } });
  await adwarden.call('updateIPInfoToken', { as: admin, body: { ipInfoToken: 'secret-ip-token' } });
  await adwarden.inject({ method: 'GET', url: `/nowhere?authToken=${authToken}` });
  const ads = '/api/getAds';
  for (const separator of ['%3F', '%3f', '%253F', ';', '&', '/', ':', '%zz']) {
    const url = `${ads}${separator}appID=x&authToken=${authToken}`;
    await adwarden.inject({ method: 'GET', url });
    await adwarden.inject({ method: 'GET', url: `${ads}${separator}${authToken}` });
  }
  const address = await adwarden.listen();
  await sendRaw(address, `GET ${ads}?authToken=${authToken} HTTP/1.1\r\nno colon\r\n\r\n`);
  await sendRaw(address, `GET ${ads} ${authToken} HTTP/9\r\n\r\n`);
  await adwarden.inject({
    method: 'POST',
    url: '/admin/login',
    payload: '{"password":"secret-in-broken-json',
    headers: { 'content-type': 'application/json' },
  });
  // The database is closed during a call with secrets.
  await adwarden.db.destroy();
  const failed = await adwarden.call('createNewUser', { as: admin, body: form });
  expect(failed.status, failed.text).toBeGreaterThanOrEqual(500);

  expect(written).toContain('"path":"/admin/login"');
  expect(written).toContain('"reqId"');
  const secrets = [admin, owner, authToken, adminPassword, 'secret-', 'argon2id'];
  const leaks = secrets.filter((secret) => written.includes(secret));
  expect(leaks).toEqual([]);
});
