import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import { looseWire, type Wire, wireOf } from '@adwarden/contract/testing/wire';
import { signIn } from './api.ts';

/*
 * Uploads files as large as an import may be, and downloads the list of all apps, from the message `start` to the message
 * `pause`; both together at no more than 100 MB a second. It answers `pause` with the megabytes so far.
 *
 *   node transfers-client.ts PORT
 */

const port = Number(process.argv[2]);
const bytesPerMs = 100_000;
const slice = Buffer.alloc(64 * 1024, 'one,row,of,a,file\n');
const done = { up: 0, down: 0 };
let work = Promise.withResolvers<void>();
let next = 0;

/** Waits until so many bytes more may be moved. */
async function mayMove(bytes: number): Promise<void> {
  await work.promise;
  next = Math.max(next, performance.now()) + bytes / bytesPerMs;
  const wait = next - performance.now();
  if (wait > 1) await pause(wait);
}

const as = await signIn(port).then((api) => {
  api.close();
  return api.bearer;
});
const ask = ({ path, method, headers }: Wire) =>
  request({ host: '127.0.0.1', port, path, method, agent: false, headers });

async function upload(): Promise<void> {
  const boundary = randomBytes(8).toString('hex');
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  // The form is written slice by slice.
  const asked = ask(looseWire('readImportColumns', { as, headers }));
  const answered = once(asked, 'response');
  asked.write(head);
  for (let sent = 0; sent < limits.import.bytes - slice.length; sent += slice.length) {
    await mayMove(slice.length);
    if (!asked.write(slice)) await once(asked, 'drain');
    done.up += slice.length;
  }
  asked.end(`\r\n--${boundary}--\r\n`);
  const [answer] = await answered;
  if (answer.statusCode !== 200) throw new Error(`readImportColumns answers ${answer.statusCode}`);
  for await (const _ of answer);
}

async function download(): Promise<void> {
  const asked = ask(wireOf('getAllApp', { as })).end();
  const [answer] = await once(asked, 'response');
  if (answer.statusCode !== 200) throw new Error(`getAllApp answers ${answer.statusCode}`);
  for await (const chunk of answer) {
    done.down += chunk.length;
    await mayMove(chunk.length);
  }
}

process.on('message', (order) => {
  if (order === 'start') return work.resolve();
  work = Promise.withResolvers();
  process.send?.(done);
});
process.on('disconnect', () => process.exit(0));
const forever = async (move: () => Promise<void>) => {
  for (;;) await move();
};
await Promise.all([forever(upload), forever(download)]);
