import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@adwarden/contract/limits';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FormFile, fileForm } from '../../test/samples/file-form.ts';
import { handleError } from './error-handler.ts';
import { multipartForms } from './multipart.ts';

/** A server whose route answers the fields of a form and the size of its file. */
const server = fastify({ bodyLimit: limits.bodyBytes.few });
const folder = mkdtempSync(join(tmpdir(), 'adwarden-upload-'));
let fails = false;

beforeAll(async () => {
  server.setErrorHandler(handleError);
  await multipartForms(server, folder);
  server.post('/file', { config: { multipart: { icon: false, file: true } } }, async (request) => {
    let size = 0;
    let largest = 0;
    for await (const piece of request.upload?.chunks() ?? []) {
      size += piece.length;
      largest = Math.max(largest, piece.length);
    }
    if (fails) throw new Error('on purpose');
    return { body: request.body, name: request.upload?.name ?? null, size, largest };
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function send(file: FormFile | null, fields = {}, order = {}) {
  const form = fileForm('', file, fields, order);
  const answer = await server.inject({ method: 'POST', url: '/file', ...form });
  return { code: answer.statusCode, ...answer.json() };
}

/** Returns the files that this process has open in the folder; removed ones have no name any more. */
function openFiles(): string[] {
  if (process.platform !== 'linux') return [];
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link.startsWith(folder));
}

it('is read in small pieces, wherever it is in the form', async () => {
  const content = Buffer.alloc(3_000_000, 'x');
  for (const fileFirst of [true, false]) {
    const answer = await send({ content, name: 'ä b.csv' }, { key: 'appID' }, { fileFirst });
    expect(answer).toEqual({
      code: 200,
      body: { key: 'appID' },
      name: 'ä b.csv',
      size: content.length,
      largest: 131_072,
    });
  }
});

it('may be absent or empty', async () => {
  expect(await send(null, { key: 'x' })).toMatchObject({ code: 200, name: null, size: 0 });
  expect(await send({ content: '', name: '' })).toMatchObject({ code: 200, name: null });
});

it('is refused if it is too large, and so is an icon', async () => {
  const most = limits.import.bytes;
  expect(await send({ content: Buffer.alloc(most, 'x') })).toMatchObject({ size: most });
  expect(await send({ content: Buffer.alloc(most + 1, 'x') })).toMatchObject({
    code: 413,
    errors: [{ field: 'file', message: 'File must be at most 50 MB' }],
  });
  const form = fileForm('', { content: 'x' });
  const payload = form.payload.toString().replace('name="file"', 'name="icon"');
  const answer = await server.inject({ ...form, method: 'POST', url: '/file', payload });
  expect(answer.json().errors).toEqual([{ field: 'icon', message: 'icon must not be a file' }]);
});

it('leaves nothing behind, not after an error and not after a disconnect', async () => {
  fails = true;
  expect((await send({ content: 'x' })).code).toBe(500);
  fails = false;
  expect(
    (await send({ content: 'x' }, { key: 'x'.repeat(70_000) }, { fileFirst: true })).code,
  ).toBe(413);
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const { payload } = fileForm('', { content: Buffer.alloc(1_000_000, 'x') });
  const head = `POST /file HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: ${payload.length}\r\n\r\n`;
  socket.write(head);
  socket.write(payload.subarray(0, 500_000));
  if (process.platform === 'linux') await expect.poll(openFiles).toHaveLength(1);
  socket.destroy();
  await expect.poll(openFiles).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});
