import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { limits } from '@adwarden/contract/limits';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleError } from './error-handler.ts';
import { multipartForms } from './multipart.ts';

/** A server whose form route answers the parsed form, and counts the calls of its handler. */
const server = fastify({ bodyLimit: limits.bodyBytes.app });
let handled = 0;

beforeAll(async () => {
  server.setErrorHandler(handleError);
  await multipartForms(server);
  server.post('/form', { config: { multipart: { icon: true } } }, async (request) => {
    handled += 1;
    return { body: request.body, icon: request.icon?.length ?? null };
  });
  server.post('/json', async (request) => {
    handled += 1;
    return { body: request.body };
  });
  await server.listen({ port: 0 });
});
afterAll(() => server.close());

const boundary = 'x-limit-x';
const contentType = `multipart/form-data; boundary=${boundary}`;

type Part = { name: string; value: string | Buffer; filename?: string; type?: string };

function formOf(...parts: Part[]): Buffer {
  const chunks = parts.flatMap(({ name, value, filename, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type ? `\r\nContent-Type: ${type}` : '',
    '\r\n\r\n',
    value,
    '\r\n',
  ]);
  return Buffer.concat(
    [...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as string)),
  );
}

const png = (value: string | Buffer, filename = 'icon.png'): Part => ({
  name: 'icon',
  value,
  filename,
  type: 'image/png',
});

async function send(payload: Buffer | string, url = '/form', type: string = contentType) {
  const answer = await server.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': type },
  });
  return { code: answer.statusCode, ...answer.json() };
}

async function refused(payload: Buffer | string, code: number, field?: string) {
  const before = handled;
  const answer = await send(payload);
  expect(answer).toMatchObject({ code, status: 'error', success: false });
  expect(answer.message).toMatch(/\w/);
  expect(answer.errors?.[0]?.field).toBe(field);
  expect(handled, 'the handler must not run').toBe(before);
}

describe('a multipart form', () => {
  it('becomes a body of text and an icon', async () => {
    const form = formOf({ name: 'appName', value: "Größe 📱 'x' %" }, png('12345'), {
      name: 'note',
      value: '',
    });
    const answer = await send(form);
    expect(answer).toMatchObject({ body: { appName: "Größe 📱 'x' %", note: '' }, icon: 5 });
  });

  it('accepts every text of the maximum length and an icon of exactly 2 MB', async () => {
    const note = '\u{1F600}'.repeat(limits.text.note / 2);
    const answer = await send(
      formOf({ name: 'note', value: note }, png(Buffer.alloc(limits.icon.bytes))),
    );
    expect(answer.body.note).toBe(note);
    expect(answer.icon).toBe(limits.icon.bytes);
  });

  it.each([
    ['no icon', []],
    ['an empty file field of a browser', [png('', '')]],
    ['an empty file', [png('')]],
    ['an empty text for an icon', [{ name: 'icon', value: '' }]],
    ['the stored path for an icon', [{ name: 'icon', value: `icons/${'0a'.repeat(32)}.webp` }]],
  ])('with %s has none', async (_, parts) => {
    const answer = await send(formOf({ name: 'a', value: '1' }, ...parts));
    expect(answer).toMatchObject({ body: { a: '1' }, icon: null });
  });

  it('takes the icon beside an empty file field', async () => {
    expect(await send(formOf(png('', ''), png('123')))).toMatchObject({ icon: 3 });
  });

  it('may have text after its end', async () => {
    const form = Buffer.concat([formOf({ name: 'a', value: '1' }), Buffer.from('epilogue')]);
    expect(await send(form)).toMatchObject({ body: { a: '1' } });
  });
});

describe('a multipart form is refused', () => {
  it('wherever it is cut off', async () => {
    const form = formOf({ name: 'appName', value: 'Tide' }, png('12345'), {
      name: 'note',
      value: 'x',
    });
    const end = form.length - '--\r\n'.length;
    const passed: number[] = [];
    for (let length = 1; length < end; length++) {
      const answer = await send(form.subarray(0, length));
      if (answer.code !== 400 || answer.success !== false) passed.push(length);
    }
    expect(passed).toEqual([]);
  });

  it.each([
    ['two icons', formOf(png('1'), png('2')), 400, 'icon'],
    ['three icons', formOf(png('1'), png('2'), png('3')), 400, 'icon'],
    ['a 3 MB icon', formOf(png(Buffer.alloc(3 * 1024 * 1024))), 413, 'icon'],
    ['an icon of one byte too many', formOf(png(Buffer.alloc(limits.icon.bytes + 1))), 413, 'icon'],
    ['an icon as text', formOf({ name: 'icon', value: '<svg/>' }), 400, 'icon'],
    [
      'a file under another name',
      formOf({ name: 'note', value: 'x', filename: 'a.txt' }),
      400,
      'note',
    ],
    ['a field twice', formOf({ name: 'a', value: '1' }, { name: 'a', value: '2' }), 400, 'a'],
    [
      'a field over its bound',
      formOf({ name: 'a', value: 'x'.repeat(limits.multipart.fieldBytes + 1) }),
      413,
      'a',
    ],
    ['a field in JSON', formOf({ name: 'a', value: '{}', type: 'application/json' }), 400, 'a'],
    [
      'a field in broken JSON',
      formOf({ name: 'a', value: '{', type: 'application/json' }),
      400,
      undefined,
    ],
    ['a field without a name', formOf({ name: '', value: 'x' }), 400, undefined],
    ['a field with a long name', formOf({ name: 'n'.repeat(101), value: 'x' }), 400, undefined],
    ['__proto__', formOf({ name: '__proto__', value: '{}' }), 400, undefined],
    ['constructor', formOf({ name: 'constructor', value: 'x' }), 400, undefined],
    [
      'a file named toString',
      formOf({ name: 'toString', value: 'x', filename: 'x' }),
      400,
      undefined,
    ],
    [
      '61 fields',
      formOf(...Array.from({ length: 61 }, (_, i) => ({ name: `f${i}`, value: '' }))),
      413,
      undefined,
    ],
    ['10 MB of nothing', Buffer.concat([Buffer.alloc(10_000_000), formOf()]), 413, undefined],
    ['no form at all', 'not a form', 400, undefined],
  ])('with %s', async (_, payload, code, field) => {
    await refused(payload, code, field);
  });

  it('without a boundary', async () => {
    const form = formOf({ name: 'a', value: '1' });
    const headers = { 'content-type': 'multipart/form-data' };
    const answer = await server.inject({ method: 'POST', url: '/form', payload: form, headers });
    expect(answer.statusCode, answer.body).toBe(400);
  });

  it.each([
    ['a form on a JSON route', '/json', contentType, formOf({ name: 'a', value: '1' })],
    ['plain text', '/json', 'text/plain', '{}'],
    ['a URL-encoded form', '/form', 'application/x-www-form-urlencoded', 'a=1'],
    ['XML', '/form', 'application/xml', '<a/>'],
    ['multipart/mixed', '/form', `multipart/mixed; boundary=${boundary}`, formOf()],
  ])('as %s (415)', async (_, url, type, payload) => {
    const headers = { 'content-type': type };
    const answer = await server.inject({ method: 'POST', url, payload, headers });
    expect(answer.statusCode, answer.body).toBe(415);
  });
});

it('takes JSON on a form route', async () => {
  expect(await send('{"a":1}', '/form', 'application/json')).toMatchObject({
    body: { a: 1 },
    icon: null,
  });
});

/** Sends raw bytes over one connection and returns the answer until the connection is closed or silent. */
async function overOneConnection(...chunks: (string | Buffer)[]): Promise<string> {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  for (const chunk of chunks) socket.write(chunk);
  await expect.poll(() => text).toMatch(/"body":\{"after"/);
  socket.destroy();
  return text;
}

it('after a refusal the connection can be used for the next request', async () => {
  const head = (type: string, length: number) =>
    `POST /form HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  const tooLarge = formOf(png(Buffer.alloc(3 * 1024 * 1024)), png('2'), { name: 'a', value: 'x' });
  const next = '{"after":1}';
  const text = await overOneConnection(
    head(contentType, tooLarge.length),
    tooLarge,
    head('application/json', next.length),
    next,
  );
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
  expect(text).toMatch(/HTTP\/1\.1 200 /);
});

it('calls no handler when the client disconnects in the middle', async () => {
  const before = handled;
  const form = formOf({ name: 'a', value: '1' }, png(Buffer.alloc(100_000)));
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /form HTTP/1.1\r\nHost: x\r\nContent-Type: ${contentType}\r\nContent-Length: ${form.length}\r\n\r\n`,
  );
  socket.write(form.subarray(0, 60_000));
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(handled).toBe(before);
  expect(await send(formOf({ name: 'a', value: '1' }))).toMatchObject({ body: { a: '1' } });
});
