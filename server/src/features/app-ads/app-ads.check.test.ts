import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type AppAdsCheck, appAdsCheck } from '@adwarden/contract/app-ads/app-ads';
import { googleLine } from '@adwarden/contract/app-ads/app-ads-file';
import { limits } from '@adwarden/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestSite, type TestSite } from '../../../test/outside/test-site.ts';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';

/* Checks of sites: missing lines, and what the server says of sites that misbehave (ADR 59). */

let api: AppServer;
let site: TestSite;
let other: TestSite;
beforeAll(async () => {
  // No check runs by itself.
  api = await openAppServer({ APP_ADS_PRIVATE: 'on' }, { begins: false });
  [site, other] = await Promise.all([openTestSite(), openTestSite()]);
  await api.add({ accountName: 'Harbour', appStatus: 'live', reward1: unit(1) });
  await api.add({ accountName: 'Quay', appStatus: 'live', reward1: unit(2) });
});
afterAll(() => Promise.all([api?.close(), site?.close(), other?.close()]));
beforeEach(async () => {
  for (const one of [site, other]) one.asked.splice(0);
  await set('Harbour', { site: '', extraLines: '' });
  await set('Harbour', { site: site.address });
  await set('Quay', { site: '', extraLines: '' });
});

const publisher = (number: number) => String(number).repeat(16);
const unit = (number: number) => `ca-app-pub-${publisher(number)}/1234567890`;
const line = (number: number) => googleLine(publisher(number));
const set = (id: string, body: object) => api.call('updateAccount', { as: api.admin, id, body });
const ask = (body: object, as = api.admin) => api.call('checkAppAds', { as, body });
const check = async (body: object = { account: 'Harbour' }): Promise<AppAdsCheck> => {
  const answer = await ask(body);
  expect(answer.status, answer.text).toBe(200);
  return appAdsCheck.parse(answer.body.data);
};
const accountOf = async (id: string) =>
  (await api.call('getAccount', { as: api.admin, id })).body.data;
const inList = async (search: string) =>
  (await api.call('getAccounts', { as: api.admin, query: { search } })).body.data[0];

describe('a check of an account', () => {
  it('says what its site lacks and has besides, and is kept with the account', async () => {
    site.serves(`\ufeff# ours\r\n${line(3)}\r\ncontact=a@b.co\r\n`);
    const found = await check();
    expect(found).toEqual({
      url: `${site.address}/app-ads.txt`,
      checkedAt: expect.any(String),
      state: 'read',
      trouble: '',
      blocked: '',
      notes: [],
      missing: [line(1)],
      missingTotal: 1,
      extra: [line(3)],
      extraTotal: 1,
    });
    expect((await accountOf('Harbour')).check).toEqual(found);
    expect(await inList('Harbour')).toMatchObject({ missing: 1, checkedAt: found.checkedAt });

    site.serves(line(1));
    expect(await check()).toMatchObject({ missing: [], extra: [], extraTotal: 0 });
    expect(await inList('Harbour')).toMatchObject({ missing: 0 });
    await set('Harbour', { extraLines: 'unity.com, 1, DIRECT\n# x' });
    expect((await accountOf('Harbour')).check).toBeNull();
    expect(await check()).toMatchObject({ missing: ['unity.com, 1, DIRECT'] });
  });

  it('takes the lines of others with the same site for no extra ones', async () => {
    await set('Quay', { site: site.address });
    site.serves(`${line(1)}\n${line(2)}`);
    expect(await check()).toMatchObject({ missing: [], extra: [] });
    expect((await accountOf('Quay')).check).toBeNull();
    site.serves(line(1));
    expect(await check({ url: site.address })).toMatchObject({ missing: [line(2)], extra: [] });
    expect(await accountOf('Harbour')).toMatchObject({ check: { missing: [] } });
    expect(await accountOf('Quay')).toMatchObject({ check: { missing: [line(2)] } });
  });

  it('can be of a site that is not set yet, and is not kept then', async () => {
    other.serves(line(1));
    const found = await check({ account: 'quay', url: other.address });
    expect(found).toMatchObject({ missing: [line(2)], extra: [line(1)] });
    expect(await accountOf('Quay')).toMatchObject({ check: null });
    expect([site.asked, other.asked]).toEqual([[], ['/app-ads.txt', '/robots.txt']]);
  });

  it('is a finding of administrators while lines are missing, which they can mute', async () => {
    const rule = 'app-ads-lacks-lines';
    const findings = async (as = api.admin) =>
      (await api.call('getFindings', { as, query: { rule } })).body.data;
    site.serves('');
    await check();
    expect(await findings()).toMatchObject([
      {
        appID: '',
        rule,
        field: 'Harbour',
        severity: 'error',
        mutedAt: null,
        detail: `${site.address}/app-ads.txt lacks lines of the account “Harbour”: “${line(1)}”.`,
      },
    ]);
    expect(await findings(api.ada)).toEqual([]);
    const mute = { appID: '', rule, field: 'Harbour', reason: 'On Monday' } as const;
    expect((await api.call('muteFinding', { as: api.admin, body: mute })).status).toBe(200);
    await check();
    expect(await findings()).toMatchObject([{ muteReason: 'On Monday' }]);
    await set('Harbour', { site: other.address });
    expect(await findings()).toEqual([]);
  });

  it('names what it was not told', async () => {
    expectRefusal(await ask({}), 400, 'url', 'Please Enter Site');
    expectRefusal(await ask({ url: 'x' }), 400, 'url');
    expectRefusal(await ask({ account: 'Quay' }), 400, 'url');
    expectRefusal(await ask({ url: other.address }), 400, 'account');
    expectRefusal(await ask({ account: 'Nobody' }), 404);
    expectRefusal(await ask({ account: 'Harbour' }, api.ada), 403);
    expect([site.asked, other.asked]).toEqual([[], []]);
  });

  it('lists so many lines, and counts all', async () => {
    const { listed, lineLength } = limits.appAds;
    const records = Array.from({ length: listed + 20 }, (_, index) => `a.com, ${index}, DIRECT`);
    const needed = `d.com, ${'y'.repeat(300)}, DIRECT`;
    await set('Harbour', { extraLines: [needed, ...records].join('\n') });
    const long = `b.com, ${'x'.repeat(300)}, DIRECT`;
    site.serves(
      [line(1), long, ...records.map((text) => text.replace('a.com', 'c.com'))].join('\n'),
    );
    const found = await check();
    expect([found.missing.length, found.missingTotal]).toEqual([listed, listed + 21]);
    expect(found.missing).toContain(needed);
    expect([found.extra.length, found.extraTotal]).toEqual([listed, listed + 21]);
    expect(found.extra[0]).toHaveLength(lineLength);
  });
});

describe('a site that misbehaves', () => {
  const nothing = { blocked: '', notes: [], extra: [], extraTotal: 0 };
  const lacking = { ...nothing, state: 'none', missing: [] as string[], missingTotal: 1 };
  const unknown = { ...nothing, state: 'unreadable', missing: [], missingTotal: 0 };
  const trouble = async () => {
    const found = await check();
    expect(found).toMatchObject(unknown);
    expect(await inList('Harbour')).toMatchObject({ missing: null });
    return found.trouble;
  };

  it.each([
    ['404', () => site.serves('', 'text/plain', 404), 'The site has no app-ads.txt (404)'],
    ['410', () => site.serves('', 'text/plain', 410), 'The site has no app-ads.txt (410)'],
    [
      'a web page',
      () => site.serves(' \n<!doctype html><title>Harbour</title>', 'text/html'),
      'The site answers with a web page in place of app-ads.txt',
    ],
  ])('answers with %s: it lacks every line', async (_, serve, words) => {
    serve();
    expect(await check()).toMatchObject({ ...lacking, missing: [line(1)], trouble: words });
  });

  it.each([
    ['500', () => site.serves('', 'text/plain', 500), 'The site answers with the status 500'],
    ['403', () => site.serves('', 'text/plain', 403), 'The site answers with the status 403'],
    [
      'UTF-16',
      () => site.serves(Buffer.from(`\ufeff${line(1)}`, 'utf16le')),
      'The file is no text in UTF-8',
    ],
    [
      'a file that is not compressed as it says',
      () => {
        site.answer = (_, response) =>
          response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
      },
      expect.stringMatching(/^127\.0\.0\.1:\d+ sent a compressed answer that cannot be unpacked$/),
    ],
    [
      'a circle of redirects',
      () => site.redirects({ '/app-ads.txt': '/a', '/a': '/app-ads.txt' }, ''),
      'The site redirects in a circle',
    ],
    [
      'too many redirects',
      () => {
        site.answer = ({ url }, response) => response.writeHead(302, { location: `${url}x` }).end();
      },
      'The site redirects more than 5 times',
    ],
    [
      'a redirect to nothing',
      () => site.redirects({ '/app-ads.txt': '' }, ''),
      'The site redirects to no address of the web',
    ],
    [
      'a redirect to a file of its own machine',
      () => site.redirects({ '/app-ads.txt': 'file:///etc/passwd' }, ''),
      'The site redirects to no address of the web',
    ],
    [
      'a redirect with a password',
      () => site.redirects({ '/app-ads.txt': `http://a:b@127.0.0.1/` }, ''),
      'The site redirects to no address of the web',
    ],
  ])('answers with %s: nothing is known', async (_, serve, words) => {
    serve();
    expect(await trouble()).toEqual(words);
  });

  it('sends a file that is too large', async () => {
    site.serves('#'.repeat(5 * 1024 * 1024));
    expect(await trouble()).toMatch(/^127\.0\.0\.1:\d+ sent more than 1 MB$/);
    site.serves('#'.repeat(limits.appAds.bytes));
    expect((await check()).state).toBe('read');
  });

  it('does not answer, and the caller waits three seconds', async () => {
    site.answer = () => {};
    const start = performance.now();
    expect(await trouble()).toMatch(/ did not answer in time$/);
    expect(performance.now() - start).toBeLessThan(8_000);
  });

  it('sends a file that is read with notes', async () => {
    site.serves(Buffer.from(`# Söhne\n${line(1)}\nHarbour\n`, 'latin1'), 'text/html');
    expect(await check()).toMatchObject({
      state: 'read',
      missing: [],
      notes: [
        'The file is not in UTF-8: its letters beyond ASCII cannot be read',
        'The file is sent as text/html. Some ad systems read only text/plain',
        'One line cannot be read',
      ],
    });
    site.serves(`${line(1)}\na\nb`, '');
    expect(await check()).toMatchObject({
      notes: [
        'The file is sent without a type. Some ad systems read only text/plain',
        '2 lines cannot be read',
      ],
    });
    site.serves('');
    expect(await check()).toMatchObject({ state: 'read', missing: [line(1)] });
  });
});

describe('a compressed file', () => {
  const compressed = (coding: string, body: Buffer) => {
    site.answer = ({ url }, response) =>
      url === '/robots.txt'
        ? response.writeHead(404).end()
        : response
            .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': coding })
            .end(body);
  };
  const large = `${line(1)}\n${Array.from({ length: 4_000 }, (_, n) => `network${n}.example, ${n}, RESELLER, abc`).join('\n')}`;

  it.each([
    ['gzip', gzipSync(large)],
    ['X-GZIP', gzipSync(large)],
    ['br', brotliCompressSync(large)],
    ['identity', Buffer.from(large)],
  ])('is read: %s', async (coding, body) => {
    compressed(coding, body);
    expect(await check()).toMatchObject({
      state: 'read',
      missing: [],
      extraTotal: 4_000,
      notes: [],
    });
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(200 * 1024 ** 2))],
    [
      'br',
      brotliCompressSync(Buffer.alloc(200 * 1024 ** 2), {
        params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
      }),
    ],
    ['gzip', Buffer.concat(Array.from({ length: 60_000 }, () => gzipSync('')))],
  ])('that unpacks to too much, or is too large itself, is not read: %s', async (coding, bomb) => {
    compressed(coding, bomb);
    const memory = process.memoryUsage().rss;
    const found = await check();
    expect(found).toMatchObject({ state: 'unreadable', missing: [] });
    expect(found.trouble).toMatch(/ sent more than 1 MB$/);
    expect(process.memoryUsage().rss - memory).toBeLessThan(150 * 1024 ** 2);
  });

  it.each([
    ['gzip', gzipSync(large).subarray(0, 500), /cannot be unpacked$/],
    ['br', Buffer.from(large), /cannot be unpacked$/],
    ['zstd', Buffer.from('x'), /compressed in a way that is not read$/],
    ['gzip, br', gzipSync(brotliCompressSync(large)), /compressed in a way that is not read$/],
  ])('that is broken or in another way is said: %s', async (coding, body, words) => {
    compressed(coding, body);
    expect((await check()).trouble).toMatch(words);
  });

  it('that is empty is an empty file, and a 404 is a site without the file', async () => {
    compressed('gzip', Buffer.alloc(0));
    expect(await check()).toMatchObject({ state: 'read', missing: [line(1)] });
    site.answer = (_, response) => response.writeHead(404, { 'content-encoding': 'br' }).end('x');
    expect((await check()).state).toBe('none');
  });
});

describe('robots.txt', () => {
  type Robots = { status?: number; text?: string; location?: string; coding?: string };
  /** Serves the file and a robots.txt; with null, requests for robots.txt get no answer. */
  const serve = (robots: Robots | null, of = site) => {
    of.answer = ({ url }, response) => {
      if (url !== '/robots.txt') {
        return response.writeHead(200, { 'content-type': 'text/plain' }).end(line(1));
      }
      if (robots === null) return;
      const { status = 200, text = '', location, coding } = robots;
      response.writeHead(status, {
        ...(location && { location }),
        ...(coding && { 'content-encoding': coding }),
      });
      response.end(coding === 'gzip' ? gzipSync(text) : text);
    };
  };
  const forbids = 'User-agent: *\nDisallow: /';
  const keeps =
    /^robots\.txt of 127\.0\.0\.1:\d+ keeps Google’s crawler \(Google-adstxt\) from this file$/;

  it.each<[string, Robots | null, RegExp]>([
    ['forbids all', { text: forbids }, keeps],
    [
      'forbids Google’s crawler',
      { text: 'User-agent: google-adstxt\nDisallow: /app-ads\n\nUser-agent: *\nAllow: /' },
      keeps,
    ],
    ['is compressed', { text: forbids, coding: 'gzip' }, keeps],
    [
      'is large, and forbids at its beginning',
      { text: `${forbids}\n${'#'.repeat(2 * 1024 ** 2)}` },
      keeps,
    ],
    [
      'is a 500',
      { status: 500 },
      /because robots\.txt cannot be read: it answers with the status 500$/,
    ],
    ['is a 503 with rules', { status: 503, text: 'User-agent: *\nAllow: /' }, /the status 503$/],
    ['does not answer', null, /cannot be read: 127\.0\.0\.1:\d+ did not answer in time$/],
  ])('that %s is said, and is no success', async (_, robots, words) => {
    serve(robots);
    const found = await check();
    expect(found).toMatchObject({ state: 'read', missing: [] });
    expect(found.blocked).toMatch(words);
    expect((await accountOf('Harbour')).check).toEqual(found);
    expect(await inList('Harbour')).toMatchObject({ missing: 0, isBlocked: true });
    serve({});
    expect(await check()).toMatchObject({ blocked: '' });
    expect(await inList('Harbour')).toMatchObject({ missing: 0, isBlocked: false });
  });

  it.each<[string, Robots]>([
    ['allows the file', { text: 'User-agent: *\nDisallow: /\nAllow: /app-ads.txt$' }],
    ['forbids others', { text: 'User-agent: GPTBot\nDisallow: /' }],
    ['is a 404 with rules', { status: 404, text: forbids }],
    ['is a 403', { status: 403 }],
    ['is a web page', { text: '<!doctype html><p>User-agent: *</p><p>Disallow: /</p>' }],
    ['forbids only after 500 kB', { text: `${'#'.repeat(600 * 1024)}\n${forbids}` }],
    ['redirects in a circle', { status: 302, location: '/robots.txt' }],
    ['redirects to a file of its own machine', { status: 302, location: 'file:///etc/hosts' }],
  ])('that %s keeps nobody out', async (_, robots) => {
    serve(robots);
    expect(await check()).toMatchObject({ state: 'read', blocked: '', missing: [] });
  });

  it('is followed to another host, and counts for each site on the way to the file', async () => {
    serve({ text: forbids }, other);
    serve({ status: 301, location: `${other.address}/robots.txt` });
    expect((await check()).blocked).toMatch(keeps);
    const away = other.address.replace('127.0.0.1', 'localhost');
    site.redirects({ '/app-ads.txt': `${away}/app-ads.txt` }, '');
    const { blocked, url } = await check();
    expect([url, blocked]).toEqual([
      `${away}/app-ads.txt`,
      `robots.txt of ${new URL(away).host} keeps Google’s crawler (Google-adstxt) from this file`,
    ]);
  });

  it('is not asked for when there is no file', async () => {
    site.serves('', 'text/plain', 404);
    await check();
    expect(site.asked).toEqual(['/app-ads.txt']);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('with %i is followed within the domain', async (status) => {
    site.redirects({ '/app-ads.txt': '/a.txt', '/a.txt': '/b.txt#x' }, line(1), status);
    expect(await check()).toMatchObject({ url: `${site.address}/b.txt`, missing: [] });
  });

  it('to another domain is followed once, and none after it', async () => {
    const away = other.address.replace('127.0.0.1', 'localhost');
    site.redirects({ '/app-ads.txt': `${away}/app-ads.txt?account=Harbour` }, '');
    other.serves(line(1));
    expect(await check()).toMatchObject({
      url: `${away}/app-ads.txt?account=Harbour`,
      missing: [],
    });
    other.redirects({ '/app-ads.txt?account=Harbour': '/more' }, line(1));
    expect(await check()).toMatchObject({
      state: 'unreadable',
      trouble: `${new URL(away).host} redirects again. Ad systems follow one redirect to another domain, and none after it`,
    });
  });
});

it('a site in a private network is not asked, unless the setting allows it', async () => {
  const strict = await openAppServer();
  try {
    await strict.add({ accountName: 'Harbour' });
    const before = site.asked.length;
    for (const url of [site.address, 'http://10.0.0.1', 'http://[::1]:8080', 'http://0x7f.1']) {
      const body = { account: 'Harbour', url };
      const answer = await strict.call('checkAppAds', { as: strict.admin, body });
      expect(answer.body.data, url).toMatchObject({
        state: 'unreadable',
        trouble: expect.stringMatching(/, and APP_ADS_PRIVATE is off$/),
      });
    }
    expect(site.asked.length).toBe(before);
  } finally {
    await strict.close();
  }
});
