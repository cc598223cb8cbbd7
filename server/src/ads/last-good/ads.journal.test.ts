import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { applyJournal, type JournalEntry, openJournal } from './ads.journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'adwarden-journal-'));
const lastGood = join(folder, 'ads.last-good');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An entry whose block names its place; each third one is a deletion, each fifth one a pause. */
function entry(place: number): JournalEntry {
  const appID = `app${place}`;
  if (place % 5 === 4) {
    return { pauses: [{ scope: 'app', key: appID, reason: '✨', until: place }] };
  }
  if (place % 3 === 2) return { appID, record: undefined };
  const block = Buffer.from(`${appID} ${'x'.repeat((place * 397) % 2_000)}`);
  return { appID, record: { block, oldTokens: place % 2 ? [{ token: 't', until: place }] : null } };
}

/** What a journal does to an index, as a list of the places. */
async function applied(id: string) {
  const places: number[] = [];
  const hear = (text: string) => places.push(Number(/^app(\d+)/.exec(text)?.[1]));
  const found = await applyJournal(lastGood, id, {
    setRecord: ({ block }) => hear(block.toString('latin1', 0, 20)),
    delete: hear,
    setPauses: ([pause]) => hear(pause?.key ?? ''),
  });
  return { places, ...found };
}

async function written(id: string, entries: number) {
  const journal = await openJournal(lastGood, id);
  const ends: number[] = [];
  for (let place = 0; place < entries; place += 1) {
    await journal.append([entry(place)]);
    ends.push(journal.bytes);
  }
  await journal.close();
  return { path: `${lastGood}.journal-${id}`, ends };
}

test('all appended records come back in their order, also after the file was opened again', async () => {
  const journal = await openJournal(lastGood, 'twice');
  await journal.append([entry(0), entry(1)]);
  await journal.close();
  const again = await openJournal(lastGood, 'twice');
  await again.append([entry(2)]);
  await again.close();
  expect(await applied('twice')).toEqual({ places: [0, 1, 2], records: 3, damagedBytes: 0 });
  expect(await applied('missing')).toEqual({ places: [], records: 0, damagedBytes: 0 });
});

test('damage anywhere costs only the records that it touches', async () => {
  const count = 40;
  const { path, ends } = await written('damaged', count);
  const sound = readFileSync(path);
  const damage = fc.record({
    at: fc.nat(sound.length - 1),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { maxLength: 4 }), fc.nat(600), async (damages, torn) => {
      const bytes = Buffer.from(sound);
      for (const { at, bytes: other } of damages)
        bytes.set(other.subarray(0, bytes.length - at), at);
      const cut = bytes.subarray(0, bytes.length - torn);
      writeFileSync(path, cut);
      const untouched = Array.from({ length: count }, (_, place) => place).filter((place) => {
        const [from, to] = [ends[place - 1] ?? 0, ends[place] as number];
        return to <= cut.length && sound.subarray(from, to).equals(cut.subarray(from, to));
      });
      expect((await applied('damaged')).places).toEqual(untouched);
    }),
    { numRuns: 150 },
  );
});

test('a record of another journal does not count', async () => {
  const { path } = await written('one', 3);
  writeFileSync(`${lastGood}.journal-other`, readFileSync(path));
  expect(await applied('other')).toMatchObject({ places: [], records: 0 });
});
