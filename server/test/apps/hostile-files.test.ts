import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failure, success } from '@adwarden/contract/envelope';
import { limits } from '@adwarden/contract/limits';
import {
  type HostileFile,
  hostileFiles,
  hostileIcons,
} from '@adwarden/contract/testing/hostile-files';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { childrenOf } from '../../../deploy/programs/process-tree.ts';
import { type AdsClock, startAdsClock } from '../ads/ads-clock.ts';
import { fileForm } from '../samples/file-form.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/*
 * Hostile files, sent to a real server by an owner, while a client requests ads every 5 ms. The process lives, every answer is
 * one of the contract, and the disk does not fill. `npm run bench -- hostile` measures the delay of ads.
 */

const seed = 29;
const fileBytes = 2 * 1024 * 1024;
/** The most bytes that may be stored, as a multiple of the bytes that were sent. */
const mostStored = 4;
/** The log of writes of SQLite before it is moved into the file, and other files of a fixed size. */
const spareBytes = 16 * 1024 * 1024;

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-hostile-'));
let server: ServerProcess;
let clock: AdsClock;
let owner: string;

beforeAll(async () => {
  server = await startServer({ DATA_DIR: dataDir, WRITES_PER_MINUTE: '100000', WORKERS: '1' });
  const as = await server.signIn();
  const user = sampleUserForm();
  await server.ask('/user/createNewUser', { method: 'POST', as, body: user });
  const credentials = { userID: user.userId, password: user.password };
  owner = (await server.ask('/user/login', { method: 'POST', body: credentials })).body.token;
  const app = await server.ask('/apps/addApp', { method: 'POST', as, body: sampleAppForm() });
  const { appID, authToken } = app.body.data;
  const [answering = 0] = childrenOf(server.child.pid ?? 0, 'adwarden ads');
  clock = startAdsClock(
    new URL(`/api/getAds?appID=${appID}&authToken=${authToken}`, server.address),
    answering,
  );
});
afterAll(async () => {
  await clock?.stop();
  killServers();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sums the bytes of all files of the server. */
function storedBytes(): number {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

let sent = 0;

/** Sends a form, and returns the fault of the answer; null if it has none. */
async function faultOf(path: string, form: ReturnType<typeof fileForm>): Promise<string | null> {
  const { headers, payload } = form;
  sent += payload.length;
  const answer = await fetch(server.address + path, { method: 'POST', headers, body: payload });
  const text = await answer.text();
  const envelope = answer.ok ? success(z.unknown()) : failure;
  const isOfContract = answer.status < 500 && envelope.safeParse(JSON.parse(text)).success;
  return isOfContract ? null : `${path}: ${answer.status} ${text.slice(0, 200)}`;
}

/** Returns the faults after some files were sent. */
async function faultsOf(name: string, answers: Promise<string | null>[]): Promise<string[]> {
  const faults = (await Promise.all(answers)).filter((fault) => fault !== null);
  await clock.worst();
  const stored = storedBytes() - before;
  if (stored > mostStored * sent + spareBytes) faults.push(`${stored} bytes stored of ${sent}`);
  return faults.map((fault) => `${name}: ${fault}`);
}

const upload = ({ content, fields }: HostileFile, more: Record<string, string> = {}) =>
  fileForm(owner, { content }, { ...fields, ...more });

const iconFields = Object.fromEntries(
  Object.entries(sampleAppForm()).map(([name, value]) => [name, String(value)]),
);

let before = 0;

test('no file harms the server or fills the disk', { timeout: 300_000 }, async () => {
  before = storedBytes();
  const faults: string[] = [];
  for (const file of hostileFiles(seed, fileBytes)) {
    const byName = upload(file, { key: 'packageName', mode: 'both' });
    const { mapping: _, ...rest } = file.fields ?? {};
    const columns = faultOf('/apps/import/columns', upload({ ...file, fields: rest }));
    const preview = faultOf('/apps/import/preview', byName);
    faults.push(...(await faultsOf(file.name, [columns, preview])));
  }
  const asIcons = [...hostileFiles(seed, limits.icon.bytes)].map(({ name, content }) => ({
    name: `${name}, as an icon`,
    content: content.subarray(0, limits.icon.bytes),
  }));
  for (const icon of [...hostileIcons(seed), ...asIcons]) {
    const form = fileForm(owner, icon, iconFields, { part: 'icon' });
    faults.push(...(await faultsOf(icon.name, [faultOf('/apps/addApp', form)])));
  }
  expect(faults).toEqual([]);
  expect(server.child.exitCode).toBeNull();
});
