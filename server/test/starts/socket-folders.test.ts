import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Processes, startProcesses } from '../servers/processes.ts';
import { nobody } from '../servers/server-process.ts';

/* The folders of sockets that killed servers leave behind: the next start removes them, and no others. */

const place = mkdtempSync(join(tmpdir(), 'adwarden-folders-'));
const started: Processes[] = [];
afterAll(async () => {
  for (const one of started) one.kill('SIGCONT');
  await Promise.all(started.map((one) => one.remove()));
  rmSync(place, { recursive: true, force: true });
});
const start = async () => {
  const before = readdirSync(place);
  const server = startProcesses({ TMPDIR: place, WORKERS: '1' });
  started.push(server);
  await server.ready;
  const [folder = ''] = readdirSync(place).filter(
    (name) => /^adwarden-\w{6}$/.test(name) && !before.includes(name),
  );
  return { server, folder: join(place, folder) };
};

/** Makes a folder as a server leaves it, with a socket at which nobody listens any more. */
async function leaveFolder(name: string, files: string[] = []): Promise<string> {
  const folder = join(place, name);
  mkdirSync(folder, { mode: 0o700 });
  const server = createServer();
  // Node removes a socket when it closes the server; one that was given another name stays.
  const bound = join(folder, 'bound');
  await new Promise<void>((resolve) => server.listen(bound, resolve));
  linkSync(bound, join(folder, 'alive'));
  await new Promise((resolve) => server.close(resolve));
  for (const file of files) writeFileSync(join(folder, file), '');
  return folder;
}

test('those of killed servers go, those of living ones and what is not ours stay', async () => {
  const living = await start();
  // It has no time for anybody, but it lives.
  living.server.kill('SIGSTOP');
  const killed = await start();
  const pids = [killed.server.pid, killed.server.office() ?? 0, ...killed.server.ads()];
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await killed.server.ended;
  expect(existsSync(join(killed.folder, 'office'))).toBe(true);

  const left = await leaveFolder('adwarden-aaaaaa');
  const withMore = await leaveFolder('adwarden-bbbbbb', ['notes']);
  const ofOther = await leaveFolder('adwarden-cccccc');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(ofOther, nobody.uid, nobody.gid);
  const longer = await leaveFolder('adwarden-of-somebody');
  // One of a version that made no `alive`, or of somebody else.
  mkdirSync(join(place, 'adwarden-backup'));
  writeFileSync(join(place, 'adwarden-dddddd'), 'a file');

  const next = await start();
  await expect.poll(() => [killed.folder, left].filter(existsSync)).toEqual([]);
  const stay = [living.folder, withMore, longer, next.folder, join(place, 'adwarden-backup')];
  if (isRoot) stay.push(ofOther);
  expect(stay.filter((folder) => !existsSync(folder))).toEqual([]);
  expect(existsSync(join(place, 'adwarden-dddddd'))).toBe(true);
  expect(readdirSync(living.folder).toSorted()).toEqual(['alive', 'office', 'stream']);

  next.server.kill('SIGTERM');
  expect(await next.server.ended).toBe(0);
  expect(existsSync(next.folder), 'a clean stop leaves nothing').toBe(false);
});
