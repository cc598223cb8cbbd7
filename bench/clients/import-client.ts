import { openAsBlob } from 'node:fs';
import { Writable } from 'node:stream';
import { formOf } from '@adwarden/contract/form-of';
import { wireOf } from '@adwarden/contract/testing/wire';

/*
 * node import-client.ts <port> <bearer> [<file>]: exports all applications, or makes the preview of an import of new ones
 * from a file. Prints how many bytes were exported, or what the preview says.
 */

const [port, as, file] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;

async function exportAll(): Promise<number> {
  const { path, ...asked } = wireOf('exportApps', { as });
  const answer = await fetch(base + path, asked);
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

async function importNew(name: string): Promise<unknown> {
  const rows = new File([await openAsBlob(name)], 'apps.csv');
  const body = formOf({ mode: 'create', file: rows });
  const { path, ...asked } = wireOf('importApps', { as, body });
  const answer = await fetch(base + path, asked);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`importApps answers ${answer.status}: ${text}`);
  return JSON.parse(text).data;
}

console.log(JSON.stringify(file ? await importNew(file) : await exportAll()));
