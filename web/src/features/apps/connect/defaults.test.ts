import type { App } from '@adwarden/contract/apps';
import { expect, test } from 'vitest';
import { readBody } from '../../../../../clients/typescript/answer.ts';
import { defaultsFile } from './defaults.ts';

const app = {
  appID: 'q7m2x5k3v4y6z7ab',
  appStatus: 'live',
  adsStatus: 'on',
  ipAddress: 'on',
  visibleExtra: 'on',
  updatedAt: '2026-11-20T09:15:00.000Z',
  googleBanner1: 'ca-app-pub-1111111111111111/1111111111',
} as App;
const read = async (of: App) => readBody(await defaultsFile(of).text(), of.appID);

test('a client takes the defaults as an answer of the server', async () => {
  expect(await read(app)).toEqual({
    adsStatus: 'on',
    reason: null,
    visibleExtra: 'on',
    updatedAt: app.updatedAt,
    units: { googleBanner1: app.googleBanner1 },
  });
});

test('an app whose ads are off has no ad units in them', async () => {
  for (const [change, reason] of [
    [{ appStatus: 'suspend' }, 'suspended'],
    [{ adsStatus: 'off' }, 'ads-off'],
  ] as const) {
    expect(await read({ ...app, ...change })).toMatchObject({
      adsStatus: 'off',
      reason,
      units: {},
    });
    expect(await defaultsFile({ ...app, ...change }).text()).not.toContain('ca-app-pub');
  }
});
