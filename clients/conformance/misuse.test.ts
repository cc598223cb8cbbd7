import { expect, test } from 'vitest';
import { type Adwarden, type AdwardenOptions, startAdwarden } from '../typescript/adwarden.ts';

// Only an app in plain JavaScript can do this: anything may be passed for anything.

const good = { address: 'http://127.0.0.1:9', authToken: 't' };
let count = 0;
const options = (more: object) => {
  count += 1;
  return { ...good, appID: `misuse${count}`, ...more } as unknown as AdwardenOptions;
};

/** Calls everything that a client has, in the wrong way. If a promise rejects and nobody catches it, the test run fails. */
async function use(client: Adwarden) {
  client.onChange(() => {
    throw new Error('a listener that throws');
  });
  client.onChange(() => Promise.reject(new Error('a listener that rejects')));
  client.onChange({ toString: 5 } as never)();
  const wrong = Symbol('no slot') as never;
  const values = [
    client.adUnit('googleBanner1'),
    client.adUnit(wrong),
    client.adUnit(null as never),
  ];
  client.wake();
  await client.refresh();
  await client.whenReady(Number.NaN);
  await client.whenReady(-1);
  client.close();
  return values;
}

const hostile = {
  get address(): string {
    throw new Error('a property that throws');
  },
};

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'https://example.com'],
  ['a number', 5],
  ['a list', []],
  ['a function', () => {}],
  ['a property that throws', hostile],
])('started with %s: it does not throw, and says what is wrong', async (_, given) => {
  const client = startAdwarden(given as never);
  expect(client.status.state).toBe('failed');
  expect(client.status.failure?.cause).toBe('bad-address');
  expect(await use(client)).toEqual([null, null, null]);
});

test('started with an empty object', async () => {
  expect(await use(startAdwarden({} as never))).toEqual([null, null, null]);
});

test.each([
  ['useSampleAds: true', { useSampleAds: true }, 'useSampleAds'],
  ['useSampleAds: windows', { useSampleAds: 'windows' }, 'useSampleAds'],
  ['a storage without functions', { storage: {} }, 'storage'],
  ['a storage with one function', { storage: { getItem: () => null } }, 'storage'],
  ['a storage that is a text', { storage: 'localStorage' }, 'storage'],
])('%s: the status and the log say it', async (_, more, word) => {
  const lines: string[] = [];
  const client = startAdwarden(options({ ...more, log: (line: string) => lines.push(line) }));
  expect(client.status.failure).toMatchObject({ cause: 'bad-options' });
  expect(client.status.failure?.message).toContain(word);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(word);
  await use(client);
  expect(client.status.failure?.cause, 'no network hides it').toBe('bad-options');
});

test('useSampleAds: true gives samples, never live ads', () => {
  const client = startAdwarden(options({ useSampleAds: true, log: () => {} }));
  expect(client.adUnit('googleBanner1')).toMatch(/^ca-app-pub-3940256099942544\//);
  client.close();
});

test('a log that is no function is said in the status', async () => {
  const client = startAdwarden(options({ log: 'yes' }));
  expect(client.status.failure).toMatchObject({ cause: 'bad-options' });
  await use(client);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('no');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no'))],
])('a log that %s', async (_, log) => {
  await use(startAdwarden(options({ log, defaults: 'no JSON' })));
});

const broken = {
  // biome-ignore lint/suspicious/noThenProperty: an object that is almost a promise
  get then() {
    throw new Error('a promise that throws');
  },
};
const throwing = {
  // biome-ignore lint/suspicious/noThenProperty: an object that is almost a promise
  then() {
    throw new Error('a promise that throws');
  },
};
test.each([
  ['gives a promise whose then throws', () => throwing],
  ['gives an object whose then cannot be read', () => broken],
  ['gives a promise that rejects', () => Promise.reject(new Error('no'))],
  ['gives a promise of an object', () => Promise.resolve({})],
  ['gives a number', () => 5],
  [
    'throws',
    () => {
      throw new Error('no');
    },
  ],
])('a storage that %s', async (_, how) => {
  const client = startAdwarden(options({ storage: { getItem: how, setItem: how } }));
  expect(await client.whenReady(5_000)).toBe(false);
  expect(client.status.failure?.cause).toBe('no-answer');
  await use(client);
});

test.each([
  ['an app ID', { appID: Object.create(null) }],
  ['a token', { authToken: Object.create(null) }],
  ['an address', { address: Object.create(null) }],
])('%s that has no text', async (_, more) => {
  await use(startAdwarden(options(more)));
});

test.each([
  [5],
  [[]],
  [
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    ),
  ],
])('defaults that are no answer (%#)', async (defaults) => {
  const client = startAdwarden(options({ defaults }));
  expect(client.status.failure?.cause).toBe('bad-defaults');
  await use(client);
});
