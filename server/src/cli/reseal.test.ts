import { rmSync } from 'node:fs';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { expect, test } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import {
  adminEmail,
  adminPassword,
  buildTestServer,
} from '../../test/servers/build-test-server.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import { addAuthenticator, codeOf, forgetSteps } from '../../test/servers/second-factor.ts';
import { sealToken } from '../features/single-sign-on/single-sign-on.sealing.service.ts';
import { createSeal } from '../kit/seal.ts';

const file = built('cli/reseal');
const [first, second] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];
type Keys = { SECRET_KEY: string; SECRET_KEYS_OLD?: string };

/** Runs the command while the server runs. */
async function reseal(dataDir: string, keys: Keys) {
  const ended = await runCommand(file, [], { env: { DATA_DIR: dataDir, ...keys } });
  return { ...ended, stdout: ended.stdout.split('\n') };
}

test('after reseal, values of the old key can be decrypted with the new key alone', {
  timeout: 60_000,
}, async () => {
  const before = await buildTestServer({ SECRET_KEY: first });
  const admin = await before.signInAdmin();
  await before.call('createNewUser', {
    as: admin,
    body: sampleUserForm({ password: 'tide-æ-77' }),
  });
  await before.call('updateVPNAPIKey', { as: admin, body: { VPNAPIKey: 'vpn-key-1' } });
  const url = 'https://93.184.216.34/hook-1';
  await before.call('addWebhook', { as: admin, body: { url, events: ['pause.began'] } });
  const { secret } = await addAuthenticator(before, admin);
  const place = { session: 's', kind: 'admin', accountId: 'a' } as const;
  const sealed = sealToken(createSeal(Buffer.from(first, 'hex')), place, 'refresh-1');
  const grant = { ...place, sealed, createdAt: 1, refreshAt: 1, takenUntil: null };
  await before.db.insertInto('oidc_grant').values(grant).execute();
  const { dataDir } = before;

  const lost = await reseal(dataDir, { SECRET_KEY: second });
  expect(lost.status).toBe(1);
  expect(lost.stdout[0]).toBe(
    'Copies of passwords: 0 sealed anew, 0 were already, 1 cannot be opened by any key given',
  );
  expect(lost.stderr).toMatch(/^Do not change SECRET_KEYS_OLD/);

  const keys = { SECRET_KEY: second, SECRET_KEYS_OLD: first };
  expect(await reseal(dataDir, keys)).toMatchObject({
    status: 0,
    stdout: [
      'Copies of passwords: 1 sealed anew, 0 were already',
      'Global keys: 1 sealed anew, 0 were already',
      'Webhooks: 1 sealed anew, 0 were already',
      'Second factors: 1 sealed anew, 0 were already',
      'Refresh tokens: 1 sealed anew, 0 were already',
      'Nothing needs SECRET_KEYS_OLD any more.',
    ],
  });
  expect((await reseal(dataDir, { SECRET_KEY: second })).stdout).toEqual([
    'Copies of passwords: 0 sealed anew, 1 were already',
    'Global keys: 0 sealed anew, 1 were already',
    'Webhooks: 0 sealed anew, 1 were already',
    'Second factors: 0 sealed anew, 1 were already',
    'Refresh tokens: 0 sealed anew, 1 were already',
    'Nothing needs SECRET_KEYS_OLD any more.',
  ]);

  await before.stop();
  const after = await buildTestServer({ DATA_DIR: dataDir, SECRET_KEY: second });
  await forgetSteps(after.db);
  const body = { email: adminEmail, password: adminPassword };
  const { ticket } = (await after.call('adminSignIn', { body })).body.secondFactor;
  const entered = { ticket, code: codeOf(secret) };
  const as = (await after.call('signInWithFactor', { body: entered })).body.token;
  const [user] = (await after.call('getUser', { as })).body.data;
  expect(user.password).toBe('tide-æ-77');
  expect((await after.call('getAllConfig', { as })).text).toContain('vpn-key-1');
  expect((await after.call('getWebhooks', { as })).text).toContain(url);
  await after.close();
  rmSync(dataDir, { recursive: true });
});
