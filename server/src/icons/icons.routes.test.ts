import { sampleAppForm } from '@adwarden/contract/testing/samples';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestServer, type TestServer } from '../../test/servers/build-test-server.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await buildTestServer();
  admin = await server.signInAdmin();
});
afterAll(() => server.close());

const pngOf = (background: string) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();

/** Sends an app's form with files as a browser does. */
async function sendApp(files: [name: string, bytes: Buffer][], url = '/apps/addApp') {
  const form = new FormData();
  for (const [name, value] of Object.entries(sampleAppForm())) form.append(name, String(value));
  for (const [name, bytes] of files) form.append('icon', new File([new Uint8Array(bytes)], name));
  const encoded = new Response(form);
  return server.inject({
    method: url.includes('update') ? 'PUT' : 'POST',
    url,
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      authorization: `Bearer ${admin}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
  });
}

const countRows = async (table: 'app' | 'icon' | 'change') => {
  const { rows } = await server.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
};

describe('an icon', () => {
  it('is served publicly, cacheable for ever, by the path in the app’s answer', async () => {
    const added = await sendApp([['icon.png', await pngOf('#c00')]]);
    expect(added.status, added.text).toBe(200);
    const { icon } = added.body.data;
    expect(icon).toMatch(/^icons\/[0-9a-f]{64}\.webp$/);

    const response = await server.server.inject({ url: `/${icon}` });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': String(response.rawPayload.length),
    });
    const { format, width, height } = await sharp(response.rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 256, height: 256 });

    const tag = String(response.headers.etag);
    for (const given of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await server.server.inject({
        url: `/${icon}`,
        headers: { 'if-none-match': given },
      });
      expect([again.statusCode, again.body, again.headers.etag], given).toEqual([304, '', tag]);
    }
    const head = await server.server.inject({ method: 'HEAD', url: `/${icon}` });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it('is one row for apps with the same icon, and another row after a change', async () => {
    const before = await countRows('icon');
    const green = await pngOf('#0c0');
    const [first, second] = [await sendApp([['a.png', green]]), await sendApp([['b.png', green]])];
    expect(second.body.data.icon).toBe(first.body.data.icon);
    expect(await countRows('icon')).toBe(before + 1);

    const id = first.body.data.appID;
    const kept = await sendApp([], `/apps/updateApp/${id}`);
    expect(kept.body.data.icon, 'an edit without a file keeps the icon').toBe(first.body.data.icon);
    const changed = await sendApp([['c.png', await pngOf('#00c')]], `/apps/updateApp/${id}`);
    expect(changed.body.data.icon).not.toBe(first.body.data.icon);
  });

  it('is not there for an app that was sent without one', async () => {
    expect((await sendApp([])).body.data.icon).toBe('');
    expect((await sendApp([['', Buffer.alloc(0)]])).body.data.icon).toBe('');
  });

  it.each([
    `${'0'.repeat(64)}.webp`,
    `${'A'.repeat(64)}.webp`,
    `${'0'.repeat(64)}.png`,
    `${'0'.repeat(64)}`,
    'default-icon.png',
    '%00.webp',
    '..%2f..%2fpackage.json',
    "'%20or%201=1",
    'x'.repeat(10_000),
  ])('is 404 in the envelope under the name %s', async (name) => {
    const answer = await server.inject({ url: `/icons/${name}`, headers: { accept: 'text/html' } });
    expect([answer.status, answer.body?.status], answer.text).toEqual([404, 'error']);
  });
});

describe('a bad icon', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );

  it.each([
    ['an SVG', 400, () => [['icon.png', svg]]],
    ['a renamed executable', 400, () => [['icon.png', Buffer.from(`MZ${'\0'.repeat(999)}`)]]],
    [
      'two icons',
      400,
      async () => [
        ['a.png', await pngOf('#111')],
        ['b.png', await pngOf('#222')],
      ],
    ],
    ['3 MB', 413, () => [['icon.png', Buffer.alloc(3 * 1024 * 1024)]]],
  ] as [string, number, () => [string, Buffer][] | Promise<[string, Buffer][]>][])(
    '(%s) is refused on its field, and nothing is written',
    async (_, status, files) => {
      const counts = () => Promise.all([countRows('app'), countRows('icon'), countRows('change')]);
      const before = await counts();
      const answer = await sendApp(await files());
      expect(answer.status, answer.text).toBe(status);
      expect(answer.body).toMatchObject({ success: false, errors: [{ field: 'icon' }] });
      expect(await counts()).toEqual(before);
    },
  );
});
