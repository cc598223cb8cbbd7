import { describe, expect, test } from 'vitest';
import type { EachField } from '../batches/batch-change.ts';
import { isColumnOfValues, readValues, valuesIn } from './values-in-text.ts';

const apps = [
  { appID: 'k3v7m2q4x5y6z7a1', appName: 'Tide Clock', packageName: 'com.harbour.tide' },
  { appID: 'k3v7m2q4x5y6z7a2', appName: 'Moon, Phases', packageName: 'com.harbour.moon' },
  { appID: 'k3v7m2q4x5y6z7a3', appName: 'Kelp', packageName: 'com.harbour.kelp' },
  { appID: 'k3v7m2q4x5y6z7a4', appName: 'Kelp', packageName: 'com.harbour.kelp2' },
];
const unit = (number: number) => `ca-app-pub-7315520018462791/${String(number).padStart(10, '0')}`;
/** Returns the ad units as their numbers, the app IDs as theirs, so that a case fits on a line. */
const short = (text: string) =>
  text.replace(/ca-app-pub-7315520018462791\/0*/g, '#').replace(/k3v7m2q4x5y6z7a/g, '');
const long = (text: string) => text.replace(/#(\d+)/g, (_, number) => unit(Number(number)));

function read(text: string, field: EachField = 'reward1', from = 0) {
  const { values, left } = valuesIn(long(text), { field, apps, from });
  return {
    values: [...values].map(([appID, value]) => `${short(appID)} ${short(value)}`).join(', '),
    left: left.map(({ line, why }) => `${line}: ${why}`).join('; '),
  };
}

const all = '1 #1, 2 #2, 3 #3, 4 #4';

describe('values alone', () => {
  test.each([
    ['#1\n#2\n#3\n#4', all],
    ['\r\n#1\r\n#2\r\n#3\r\n#4\r\n\r\n', all],
    ['#1\n\n#2\n\n#3\n\n#4', all],
    ['Interstitial 3\n#1\n#2\n#3\n#4', all],
    ['#1, #2, #3, #4', all],
    ['7315520018462791%2F0000000001\n7315520018462791/0000000002', '1 #1, 2 #2'],
    ['#1\n\n#3', '1 #1, 3 #3'],
    ['Inter 1\tnew\t#1\nInter 2\told\t#2', '1 #1, 2 #2'],
  ])('%j', (text, values) => {
    expect(read(text)).toEqual({ values, left: '' });
  });

  test('fill on from the row of the paste, and what is too much is named', () => {
    expect(read('#1\n#2\n#3', 'reward1', 2)).toEqual({
      values: '3 #1, 4 #2',
      left: '3: No application is left for it',
    });
  });

  test('of an AdMob list keep their order', () => {
    const list = [1, 2, 3, 4]
      .map((number) => `Rewarded ${number}\n#${number}\ncontent_copy\nRewarded\n1 active`)
      .join('\n');
    expect(read(list).values).toBe(all);
  });

  test('an id twice goes to both applications', () => {
    expect(read('#1\n#1').values).toBe('1 #1, 2 #1');
  });

  test('a line without an ad unit is named', () => {
    expect(read('#1\nca-app-pub-7315520018462791~0000000009\n#3')).toEqual({
      values: '1 #1, 3 #3',
      left: '2: This is AdMob’s ID of a whole application',
    });
  });

  test('a line with two ad units is named', () => {
    expect(read('#1\n#2 #3\n#4')).toEqual({
      values: '1 #1, 3 #4',
      left: '2: It has 2 ad units',
    });
  });

  test.each([
    [
      'Tide\nMoon, new\n"Say ""hi"""\nKelp 2',
      'appName',
      '1 Tide, 2 Moon, new, 3 Say "hi", 4 Kelp 2',
    ],
    ['live\nsuspend', 'appStatus', '1 live, 2 suspend'],
    ['App Name\nTide\nMoon\nKelp 1\nKelp 2', 'appName', '1 Tide, 2 Moon, 3 Kelp 1, 4 Kelp 2'],
    ['placement_1\nplacement_2', 'reward1', '1 placement_1, 2 placement_2'],
  ] as const)('%j of %s', (text, field, values) => {
    expect(read(text, field)).toEqual({ values, left: '' });
  });
});

describe('values beside what names the application', () => {
  test.each([
    ['com.harbour.moon\t#2\ncom.harbour.tide\t#1', '2 #2, 1 #1'],
    ['COM.HARBOUR.MOON, #2\ncom.harbour.tide, #1', '2 #2, 1 #1'],
    ['#2;k3v7m2q4x5y6z7a2\n#1;k3v7m2q4x5y6z7a1', '2 #2, 1 #1'],
    ['App\tAd unit\nTide  clock\t#1', '1 #1'],
    ['"Moon, Phases",#2', '2 #2'],
    ['https://play.google.com/store/apps/details?id=com.harbour.tide\t#1', '1 #1'],
    ['Kelp\tcom.harbour.kelp2\t#4\nKelp\tcom.harbour.kelp\t#3', '4 #4, 3 #3'],
    ['com.harbour.tide\t\ncom.harbour.moon\t#2', '2 #2'],
  ])('%j', (text, values) => {
    expect(read(text)).toEqual({ values, left: '' });
  });

  test.each([
    ['com.harbour.tide\tMoon, new\ncom.harbour.moon\tTide', 'appName', '1 Moon, new, 2 Tide'],
    ['Package\tNew name\tOwner\ncom.harbour.tide\tA\tB', 'appName', ''],
    ['Package\tApp Name\tOwner\ncom.harbour.tide\tA\tB', 'appName', '1 A'],
    [
      'com.other.a\tA\ncom.harbour.tide\tNew tide\ncom.other.b\tB\ncom.other.c\tC',
      'appName',
      '1 New tide',
    ],
    ['Tide Clock;com.new.tide', 'packageName', '1 com.new.tide'],
    ['Tide Clock\tcom.harbour.tide', 'packageName', '1 com.harbour.tide'],
    [
      'com.harbour.tide,Quillmoor\ncom.harbour.moon,Quillmoor',
      'accountName',
      '1 Quillmoor, 2 Quillmoor',
    ],
  ] as const)('%j of %s', (text, field, values) => {
    expect(read(text, field).values).toBe(values);
  });

  test('what is not clear is left, each line with its reason', () => {
    const text = [
      'com.harbour.tide\t#1',
      'com.harbour.other\t#2',
      'Kelp\t#3',
      'com.harbour.tide\t#4',
      'com.harbour.tide\t#1',
      'Tide Clock\tcom.harbour.moon\t#5',
      'com.harbour.moon\tnone yet',
    ].join('\n');
    const { values, left } = read(text);
    expect(values).toBe('1 #1');
    expect(left.split('; ')).toEqual([
      '2: No selected application has this name, package or App ID',
      '3: 2 selected applications are called so',
      '4: A line above is for the same application',
      expect.stringMatching('6: It names two'),
      '7: It has no ad unit',
    ]);
  });
});

test('one value is no column', () => {
  expect(isColumnOfValues(unit(1), 'reward1')).toBe(false);
  expect(isColumnOfValues(`Tide\t${unit(1)}\n`, 'reward1')).toBe(false);
  expect(isColumnOfValues(`${unit(1)} ${unit(2)}`, 'reward1')).toBe(true);
  expect(isColumnOfValues('Tide\nMoon', 'appName')).toBe(true);
  expect(isColumnOfValues('Tide, Moon', 'appName')).toBe(false);
});

test('its time grows with the length of the text', () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({
    appID: `id${index}`,
    appName: `App ${index}`,
    packageName: `com.app.n${index}`,
  }));
  const text = many.map(({ packageName }, index) => `${packageName}\t${unit(index)}`).join('\n');
  const before = process.cpuUsage();
  const { values } = valuesIn(text.padEnd(1_000_000, '"\n'), {
    field: 'reward1',
    apps: many,
    from: 0,
  });
  const { user } = process.cpuUsage(before);
  expect(values.size).toBe(1000);
  expect(user / 1000, 'milliseconds of the processor').toBeLessThan(5_000);
});

const line = (index: number) => String(index).padStart(10, '0');

test.each<[kind: string, field: EachField, lineOf: (index: number) => string, first: string]>([
  ['plain lines', 'appName', (index) => `Name ${line(index)}`, `Name ${line(0)}`],
  ['values beside names', 'appName', (index) => `com.app.n${index}\tName ${index}`, 'Name 0'],
  ['ad units', 'reward1', unit, unit(0)],
  ['ad units with commas', 'reward1', (index) => `com.app.n${index}, ${unit(index)}`, unit(0)],
])('10,000 lines are read in small parts: %s', (_, field, lineOf, first) => {
  const some = Array.from({ length: 12 }, (_, index) => ({
    appID: `id${index}`,
    appName: `App ${index}`,
    packageName: `com.app.n${index}`,
  }));
  const text = Array.from({ length: 10_000 }, (_, index) => lineOf(index)).join('\n');
  const of = { field, apps: some, from: 0 };
  const reading = readValues(text, of);
  let pauses = 0;
  let read = reading.next();
  for (; !read.done; read = reading.next()) pauses += 1;
  const { values, left } = read.value;
  expect(values.size).toBe(12);
  expect(values.get('id0')).toBe(first);
  expect(left).toHaveLength(9988);
  expect(read.value).toEqual(valuesIn(text, of));
  // Each walk through the lines is ten parts, and there are at least three.
  expect(pauses).toBeGreaterThanOrEqual(30);
});

test('a long text without a line break is read in a time that grows with its length', () => {
  const before = process.cpuUsage();
  const text = 'https://example.com/'.padEnd(1_000_000, 'a');
  valuesIn(`${text}\n${text}`, { field: 'appName', apps, from: 0 });
  isColumnOfValues(text, 'reward1');
  const { user } = process.cpuUsage(before);
  expect(user / 1000, 'milliseconds of the processor').toBeLessThan(2_000);
});
