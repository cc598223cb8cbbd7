import { hash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleEntry } from '../../../test/samples/ads-entry.ts';
import { appIDFrom } from '../../../test/samples/app-id.ts';
import { sampleAdsApp } from '../../../test/servers/ads-server.ts';
import { adsEntry } from '../answers/ads.answer.ts';
import { createAdsIndex } from '../answers/ads.index.ts';
import {
  createLastGoodWriter,
  type LastGoodHead,
  type LastGoodRow,
  readLastGood,
} from './ads.last-good.file.ts';

const folders: string[] = [];
let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adwarden-last-good-'));
  folders.push(folder);
  file = join(folder, 'ads.last-good.db');
});
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

const head = (seq: number): LastGoodHead => ({
  position: { epoch: 'e', seq, mark: `m${seq}` },
  pauses: [{ scope: 'app', key: appIDFrom(seq), reason: '✨', until: seq }],
});

/** Builds the row of an app; some names give it old tokens. */
function row(app: number, name: string): LastGoodRow {
  const index = createAdsIndex();
  const oldTokens = name.startsWith('old') ? [{ token: name, until: app }] : null;
  index.set(appIDFrom(app), sampleEntry(name, { oldTokens }));
  const [record] = index.records();
  return {
    appID: appIDFrom(app),
    block: record?.block ?? Buffer.alloc(0),
    oldTokens: oldTokens && JSON.stringify(oldTokens),
  };
}

/** Writes a new file with apps that have numbers and names. */
function writeFile(names: string[], at = head(1)) {
  const writer = createLastGoodWriter(file);
  writer.begin();
  writer.add(names.map((name, app) => row(app, name)));
  writer.finish(at);
  return writer;
}

/** Reads what a start reads: the head, and the records as text, by app. */
function read(from = file) {
  const index = createAdsIndex();
  const found = readLastGood(from, index);
  const records = [...index.records()].map(({ block, oldTokens }) => [
    block.toString('latin1'),
    JSON.stringify(oldTokens),
  ]);
  return { head: found, records: records.sort() };
}

const readRows = (rows: LastGoodRow[]) =>
  rows
    .map(({ block, oldTokens }) => [Buffer.from(block).toString('latin1'), `${oldTokens}`])
    .sort();

it('has another version when apps are stored in another form', () => {
  const index = createAdsIndex();
  for (const [n, ipAddress] of ['off', 'on'].entries()) {
    const app = { ...sampleAdsApp, appID: appIDFrom(n), ipAddress };
    index.set(app.appID, adsEntry(app, 0));
  }
  const blocks = [...index.records()].map(({ block }) => block);
  writeFile(['one']);
  const db = new DatabaseSync(file);
  const { user_version: version } = db.prepare('pragma user_version').get() ?? {};
  db.close();
  // If only `form` differs: increase `version` in ads.last-good.file.ts, and write both here.
  const form = hash('sha256', Buffer.concat(blocks), 'hex').slice(0, 16);
  expect({ version, form }).toEqual({ version: 4, form: 'de6dbf8942692f1e' });
});

it('has all apps, then what changed, and the position and the pauses of the last change', () => {
  expect(readLastGood(file, createAdsIndex())).toBeNull();
  const writer = writeFile(['one', 'old two', 'three']);
  const [one, two, three] = [row(0, 'one'), row(1, 'old two'), row(2, 'three')];
  expect(read()).toEqual({ head: head(1), records: readRows([one, two, three]) });
  const [changed, added] = [row(1, 'two'), row(9, 'nine')];
  expect(writer.put([changed, added], [appIDFrom(2), appIDFrom(77)], head(2))).toBe(true);
  expect(read()).toEqual({ head: head(2), records: readRows([one, changed, added]) });
  const another = createLastGoodWriter(file);
  expect(another.put([], [appIDFrom(0)], { position: null, pauses: [] })).toBe(true);
  expect(read()).toEqual({
    head: { position: null, pauses: [] },
    records: readRows([changed, added]),
  });
});

it('can be read by its user only, and takes the place of the files of older releases', () => {
  for (const name of ['ads.last-good', 'ads.last-good.new', 'ads.last-good.journal-abc'])
    writeFileSync(join(folder, name), 'adwarden ads 2\n');
  writeFileSync(join(folder, 'other'), '');
  writeFile(['one']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['ads.last-good.db', 'other']);
});

it('stays as it is until a new one is whole', () => {
  const writer = writeFile(['one', 'two']);
  writer.begin();
  writer.add([row(5, 'five')]);
  expect(read().records).toHaveLength(2);
  expect(writer.put([row(6, 'six')], [], head(2)), 'changes go on').toBe(true);
  // This is the state after the thread has died.
  const next = createLastGoodWriter(file);
  next.begin();
  next.add([row(8, 'eight')]);
  next.finish(head(3));
  expect(read()).toEqual({ head: head(3), records: readRows([row(8, 'eight')]) });
  expect(readdirSync(folder)).toEqual(['ads.last-good.db']);
  expect(next.put([row(9, 'nine')], [], head(4))).toBe(true);
  expect(read().records).toHaveLength(2);
});

describe('damage', () => {
  const names = Array.from(
    { length: 40 },
    (_, app) => `${app % 3 ? 'app' : 'old'} ${'x'.repeat((app * 397) % 2_000)}`,
  );

  const changed = names.slice(1).map((_, place) => row(place + 1, 'changed'));

  /** Tells whether damage is found. Otherwise it must touch nothing: neither what is read, nor what is written later. */
  function isFound(bytes: Buffer, whole: ReturnType<typeof read>): boolean {
    writeFileSync(file, bytes);
    try {
      expect(read()).toEqual(whole);
    } catch (error) {
      expect((error as Error).message).toMatch(/ads\.last-good\.db (is|cannot be read:) .+$/);
      return true;
    }
    const writer = createLastGoodWriter(file);
    const isWritten = writer.put(changed, [appIDFrom(0)], head(2));
    if (isWritten) expect(read()).toEqual({ head: head(2), records: readRows(changed) });
    return !isWritten;
  }

  it('of any byte is found, or touches nothing', () => {
    writeFile(names);
    const sound = readFileSync(file);
    const whole = read();
    let found = 0;
    const damage = fc.record({
      at: fc.nat(sound.length - 1),
      bits: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(damage, ({ at, bits }) => {
        const bytes = Buffer.from(sound);
        bytes[at] = (bytes[at] ?? 0) ^ bits;
        if (isFound(bytes, whole)) found += 1;
      }),
      { numRuns: 200 },
    );
    expect(found).toBeGreaterThan(100);
  });

  it('of an end that is missing is found, or touches nothing', () => {
    writeFile(names);
    const sound = readFileSync(file);
    const whole = read();
    let found = 0;
    let cuts = 0;
    for (let bytes = 0; bytes < sound.length; bytes += 1_021) {
      if (isFound(sound.subarray(0, bytes), whole)) found += 1;
      cuts += 1;
    }
    expect(found).toBeGreaterThan(cuts - 5);
  });

  it.each([
    ['is a text', () => writeFileSync(file, 'this is no database'.repeat(1_000)), /is damaged$/],
    ['is of an older release', () => writeFileSync(file, 'adwarden ads 2\n{}\n'), /is damaged$/],
    [
      'is another database',
      () => new DatabaseSync(file).exec('create table t (n)'),
      /another version$/,
    ],
    ['is a folder', () => mkdirSync(file), /cannot be read: unable to open database file$/],
  ])('a file that %s is not used', (_, make, words) => {
    make();
    expect(() => read()).toThrow(words);
  });

  it('that a write finds is said, and so is a file that is away', () => {
    const writer = writeFile(names);
    expect(writer.put([row(1, 'changed')], [], head(2))).toBe(true);
    rmSync(file);
    expect(writer.put([row(1, 'again')], [], head(3))).toBe(false);
    writeFile(names);
    expect(writer.put([row(1, 'again')], [], head(3)), 'it was written anew').toBe(true);
    writeFileSync(file, 'this is no database'.repeat(1_000));
    expect(createLastGoodWriter(file).put([], [], head(4))).toBe(false);
  });
});

it('is as before a change that was half-written when the power went', () => {
  writeFile(Array.from({ length: 200 }, (_, app) => `${app} ${'x'.repeat(2_000)}`));
  const before = read();
  // A small cache makes SQLite write into the file before the end of the transaction.
  const db = new DatabaseSync(file);
  db.exec("pragma cache_size = 10; begin; update app set block = x'00', checksum = 0");
  const copy = join(folder, 'copy.db');
  for (const end of ['', '-journal']) copyFileSync(file + end, copy + end);
  db.close();
  expect(readFileSync(copy).equals(readFileSync(file))).toBe(false);
  expect(read(copy)).toEqual(before);
  expect(existsSync(`${copy}-journal`)).toBe(false);
});
