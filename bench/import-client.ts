import { openAsBlob } from 'node:fs';
import { Writable } from 'node:stream';
import { calls } from '@adwarden/contract/calls';

/*
 * node import-client.ts <port> <bearer> [<file>]: exports all applications, or makes the preview of an import of new ones
 * from a file. Prints how many bytes were exported, or what the preview says.
 */

const [port, bearer, file] = process.argv.slice(2);
const headers = { authorization: `Bearer ${bearer}` };
const base = `http://127.0.0.1:${port}`;

async function exportAll(): Promise<number> {
  const answer = await fetch(base + calls.exportApps.path, { headers });
  if (answer.status !== 200) throw new Error(`exportApps answers ${answer.status}`);
  let bytes = 0;
  const count = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length;
      done();
    },
  });
  await answer.body?.pipeTo(Writable.toWeb(count));
  return bytes;
}

async function importNew(path: string): Promise<unknown> {
  const body = new FormData();
  body.set('mode', 'create');
  body.set('file', await openAsBlob(path), 'apps.csv');
  const answer = await fetch(base + calls.importApps.path, { method: 'POST', headers, body });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`importApps answers ${answer.status}: ${text}`);
  return JSON.parse(text).data;
}

console.log(JSON.stringify(file ? await importNew(file) : await exportAll()));
