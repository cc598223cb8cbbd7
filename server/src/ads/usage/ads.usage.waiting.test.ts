import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { afterAll, afterEach, expect, it } from 'vitest';
import { type OlderUsagePart, sumsPerPart, type UsagePart } from '../following/ads.stream.ts';
import { createWaitingUsage, type WaitingUsage } from './ads.usage.waiting.ts';
import type { UsageSum } from './ads.usage-table.ts';

/* Usage that an office refuses waits on the disk. */

const root = mkdtempSync(join(tmpdir(), 'adwarden-waiting-'));
const open: WaitingUsage[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/**
 * Opens an office that adds as the real one does: a part whose number is not above that of the sender's last one was already
 * added. Counts are summed by the texts before them, and by the hour or day.
 */
function openOffice() {
  const last = new Map<string, number>();
  const sums = new Map<string, number[]>();
  const state = { isAway: false, losesAnswers: false, parts: 0 };
  async function send(part: UsagePart | OlderUsagePart): Promise<void> {
    if (state.isAway) throw new Error('the office does not answer');
    state.parts += 1;
    expect(part.sums.length).toBeLessThanOrEqual(sumsPerPart);
    if ((last.get(part.sender) ?? 0) < part.number) {
      last.set(part.sender, part.number);
      for (const sum of part.sums) {
        const texts = sum.filter((value) => typeof value === 'string');
        const counts = sum.filter((value) => typeof value === 'number');
        const key = ['hour' in part ? part.hour : `day ${part.day}`, ...texts].join(' ');
        const before = sums.get(key) ?? counts.map(() => 0);
        sums.set(
          key,
          before.map((count, index) => count + (counts[index] ?? 0)),
        );
      }
    }
    if (state.losesAnswers) throw new Error('the answer is lost');
  }
  return { state, send, sums: () => Object.fromEntries(sums) };
}

let folders = 0;
function newFolder(): string {
  folders += 1;
  const folder = join(root, String(folders));
  mkdirSync(folder);
  return folder;
}

/** Opens a process that sends parts under one name, as `ads.usage.writing` does. */
function openProcess(
  folder: string,
  send: (part: UsagePart | OlderUsagePart) => Promise<void>,
  { number = 1, processes = 1 } = {},
) {
  const logged: string[] = [];
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line).msg) });
  const usage = createWaitingUsage({ folder, number, processes, send, logger, everyMs: 20 });
  open.push(usage);
  const sender = `process ${folder} ${number} ${Math.random()}`;
  let last = 0;
  return {
    usage,
    logged,
    add(hour: number, ...sums: UsageSum[]) {
      last += 1;
      return usage.add({ sender, number: last, hour, sums });
    },
  };
}
const sum = (appID: string, requests: number, country = ''): UsageSum => [
  ...([appID, country, 'on', requests, 0] as const),
];
const delivered = (usage: WaitingUsage) => expect.poll(() => usage.isWaiting()).toBe(false);

it('while the office takes it, nothing is on the disk', async () => {
  const office = openOffice();
  const folder = newFolder();
  const { add, logged } = openProcess(folder, office.send);
  await add(1, sum('a', 2));
  expect(office.sums()).toEqual({ '1 a  on': [2, 0] });
  expect(readdirSync(folder)).toEqual([]);
  expect(logged).toEqual([]);
});

it('keeps what an office does not take, adds it up, and hands it on once, each hour for itself', async () => {
  const office = openOffice();
  const folder = newFolder();
  const { add, usage, logged } = openProcess(folder, office.send);
  office.state.isAway = true;
  for (let times = 0; times < 3; times += 1) {
    const b: UsageSum[] = [
      ['b', '', 'paused', 3, 2],
      ['b', '', 'paused', 4, 0, 'Xy12'],
    ];
    await add(1, sum('a', 2), sum('a', 1, 'NO'), ...b);
  }
  await add(2, sum('a', 5));
  expect(usage.isWaiting()).toBe(true);
  expect(statSync(join(folder, 'usage.waiting.1')).mode & 0o777).toBe(0o600);
  office.state.isAway = false;
  await delivered(usage);
  expect(office.sums()).toEqual({
    '1 a  on': [6, 0],
    '1 a NO on': [3, 0],
    '1 b  paused': [9, 6],
    '1 b  paused Xy12': [12, 0],
    '2 a  on': [5, 0],
  });
  expect(office.state.parts, 'the one that may have been taken, then a part of each hour').toBe(3);
  expect(readdirSync(folder)).toEqual([]);
  expect(logged).toEqual([
    'the office takes no usage: it is kept on the disk',
    'the office has taken the usage that was kept on the disk',
  ]);
  await add(2, sum('a', 1));
  expect(office.sums()).toMatchObject({ '2 a  on': [6, 0] });
});

it('counts once what the office has added although its answers were lost, also over restarts', async () => {
  const office = openOffice();
  const folder = newFolder();
  office.state.losesAnswers = true;
  for (let start = 0; start < 3; start += 1) {
    const { add, usage } = openProcess(folder, office.send);
    await add(1, sum('a', 1));
    await add(1, sum('a', 10), sum('b', 1));
    const parts = office.state.parts;
    await expect.poll(() => office.state.parts).toBeGreaterThan(parts);
    await usage.stop();
  }
  office.state.losesAnswers = false;
  const { usage } = openProcess(folder, office.send);
  await delivered(usage);
  expect(office.sums()).toEqual({ '1 a  on': [33, 0], '1 b  on': [3, 0] });
});

it('takes over what processes have left that are no longer started', async () => {
  const office = openOffice();
  const folder = newFolder();
  office.state.isAway = true;
  for (const number of [1, 2, 3, 4]) {
    const { add, usage } = openProcess(folder, office.send, { number, processes: 4 });
    await add(1, sum('a', 1));
    await add(1, sum('a', 10), sum(`of ${number}`, 1));
    await usage.stop();
  }
  office.state.isAway = false;
  const [one, two] = [1, 2].map((number) =>
    openProcess(folder, office.send, { number, processes: 2 }),
  );
  if (one) await delivered(one.usage);
  if (two) await delivered(two.usage);
  expect(office.sums()).toMatchObject({ '1 a  on': [44, 0], '1 of 4  on': [1, 0] });
  expect(readdirSync(folder)).toEqual([]);
});

it('sends much in parts', async () => {
  const office = openOffice();
  const { add, usage } = openProcess(newFolder(), office.send);
  office.state.isAway = true;
  await add(1, sum('first', 1));
  const many = Array.from({ length: 1_200 }, (_, index) => sum(`it's "${index}" 🚢 %`, 1));
  for (let at = 0; at < many.length; at += sumsPerPart) {
    await add(1, ...many.slice(at, at + sumsPerPart));
  }
  office.state.isAway = false;
  await delivered(usage);
  expect(Object.keys(office.sums())).toHaveLength(1_201);
  expect(office.state.parts).toBe(4);
});

it('a disk that refuses: the part is refused, and the next try may reach the office', async () => {
  const office = openOffice();
  const folder = join(newFolder(), 'a file');
  writeFileSync(folder, '');
  const { usage } = openProcess(folder, office.send);
  const part = { sender: 'one', number: 1, hour: 1, sums: [sum('a', 1)] };
  office.state.isAway = true;
  await expect(usage.add(part)).rejects.toThrow(/ENOTDIR/);
  office.state.isAway = false;
  await usage.add(part);
  expect(office.sums()).toEqual({ '1 a  on': [1, 0] });
});

it.each([
  ['its own file', 'usage.waiting.1'],
  ['a file that another process has left', 'usage.waiting.2'],
])('when %s is damaged, it is set aside, and everything after it is kept', async (_, name) => {
  const office = openOffice();
  const folder = newFolder();
  writeFileSync(join(folder, name), 'no database at all '.repeat(300));
  const { add, usage, logged } = openProcess(folder, office.send);
  await delivered(usage);
  expect(logged[0]).toMatch(/^usage on the disk cannot be read in /);
  expect(readdirSync(folder)).toEqual([`${name}.damaged`]);
  office.state.isAway = true;
  await add(1, sum('a', 1));
  office.state.isAway = false;
  await delivered(usage);
  expect(office.sums()).toEqual({ '1 a  on': [1, 0] });
});

it('a file that is full takes no more, and loses nothing that it has', async () => {
  const office = openOffice();
  const folder = newFolder();
  office.state.isAway = true;
  const { add, usage } = openProcess(folder, office.send);
  await add(1, sum('first', 1));
  const file = new DatabaseSync(join(folder, 'usage.waiting.1'));
  // With the filler, the file has 256 MB, its maximum size.
  file.exec(`create table filler (bytes blob); insert into filler values (zeroblob(267000000))`);
  file.close();
  const some = Array.from({ length: sumsPerPart }, (_, index) => sum(`app ${index}`, 1));
  let taken = 0;
  const fill = async () => {
    for (; taken < 1_000; taken += 1) {
      await add(1, ...some.map(([appID]) => sum(`${appID} ${taken}`, 1)));
    }
  };
  await expect(fill()).rejects.toThrow(/full/);
  office.state.isAway = false;
  await delivered(usage);
  expect(Object.keys(office.sums())).toHaveLength(1 + taken * sumsPerPart);
  expect(existsSync(join(folder, 'usage.waiting.1'))).toBe(false);
});

it('hands on once what an older version has left by day, in its own file and in that of another process', async () => {
  const office = openOffice();
  const folder = newFolder();
  for (const number of [1, 2]) {
    const file = new DatabaseSync(join(folder, `usage.waiting.${number}`));
    file.exec(`
      create table part
        (id integer primary key, sender text not null, number integer not null, day integer not null, sums text not null);
      create table sum
        (day integer, "appID" text, country text, ok integer not null, "notModified" integer not null,
         "oldToken" integer not null, "wrongToken" integer not null, "turnedOff" integer not null,
         primary key (day, "appID", country)) without rowid;
      create table sender (sender text primary key, number integer not null);
      create table taken (sender text primary key, number integer not null);
      insert into part values (1, 'process ${number}', 7, 5, '[["a","",1,2,3,4]]');
      insert into sum values (5, 'a', 'DE', 1, 2, 3, 4, 5), (6, 'b', '', 9, 0, 0, 0, 0);
    `);
    file.close();
  }
  office.state.losesAnswers = true;
  const first = openProcess(folder, office.send);
  await expect.poll(() => office.state.parts).toBeGreaterThan(1);
  await first.usage.stop();
  office.state.losesAnswers = false;
  const { usage } = openProcess(folder, office.send);
  await delivered(usage);
  expect(office.sums()).toEqual({
    'day 5 a ': [2, 4, 6, 8],
    'day 5 a DE': [2, 4, 6, 8, 10],
    'day 6 b ': [18, 0, 0, 0, 0],
  });
  expect(readdirSync(folder)).toEqual([]);
});
