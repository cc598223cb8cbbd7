import type { Socket } from 'node:net';
import { limits } from '@adwarden/contract/limits';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openPaused } from '../outside/raw-socket.ts';
import { fileForm } from '../samples/file-form.ts';
import { type AppServer, openAppServer } from '../servers/app-server.ts';

/* The limit of large files that people send at once: one more is refused, and before the file is read. */

const { uploads } = limits.quotas;
const paths = ['/apps/import/columns', '/apps/import/preview'];

let api: AppServer;
let address: string;
const open: Socket[] = [];
beforeAll(async () => {
  api = await openAppServer();
  address = await api.listen();
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(() => api.close());

/** Begins a file of 50 MB and sends nothing of it. Returns the answer so far. */
async function begin(as: string, path = paths[0]): Promise<() => string> {
  const socket = await openPaused(address);
  open.push(socket);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  const { headers } = fileForm(as, null);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const length = `Content-Length: ${limits.import.bytes}`;
  socket
    .resume()
    .write([`POST ${path} HTTP/1.1`, 'Host: x', ...lines, length, '', ''].join('\r\n'));
  return () => heard;
}

/** Begins one file more than one person may send, so that one of them is refused. Returns the others. */
async function fill(as: string, most: number): Promise<Socket[]> {
  const begun: { socket: Socket; heard: () => string }[] = [];
  for (let count = 0; count <= most; count += 1) {
    const heard = await begin(as, paths[count % paths.length]);
    begun.push({ socket: open.at(-1) as Socket, heard });
  }
  const refused = () => begun.filter(({ heard }) => heard() !== '').map(({ heard }) => heard());
  await expect.poll(refused).toEqual([expect.stringMatching(/^HTTP\/1\.1 503 /)]);
  return begun.filter(({ heard }) => heard() === '').map(({ socket }) => socket);
}

/** Returns the answer to a small file. */
async function answer(as: string): Promise<string> {
  const answered = await fetch(`${address}${paths[0]}`, { method: 'POST', ...small(as) });
  return `${answered.status} ${await answered.text()}`;
}

function small(as: string) {
  const { payload, headers } = fileForm(as, { content: 'Name\nTide\n' });
  return { headers, body: payload };
}

it('a person who sends as many files as allowed is refused one more, and nobody else', async () => {
  await fill(api.ada, uploads.user);
  expect(await answer(api.ada)).toMatch(/^503 .*You are sending other files/);
  for (const as of [api.eve, api.admin]) expect(await answer(as)).toMatch(/^200 /);
});

it('a file that is broken off makes room for the next one', async () => {
  const [first] = await fill(api.eve, uploads.user);
  first?.destroy();
  await expect.poll(() => answer(api.eve)).toMatch(/^200 /);
});

it('all owners together never keep an administrator out', async () => {
  for (let owner = 0; owner < uploads.owners / uploads.user; owner += 1) {
    const form = sampleUserForm({ userId: `owner${owner}` });
    await api.call('createNewUser', { as: api.admin, body: form });
    await fill(await api.signInUser(`owner${owner}`, form.password), uploads.user);
  }
  expect(await answer(api.eve)).toMatch(/^503 .*Too many people do this now/);
  expect(await answer(api.admin)).toMatch(/^200 /);
});
