import { expect, it } from 'vitest';
import type { AdsReport } from '../ads/following/ads.report.ts';
import { createReports } from './stream.reports.ts';

const quiet: AdsReport = {
  callers: { known: 0, unknown: 0 },
  vpn: { answered: 0, failed: 0 },
  vpnTrouble: '',
  databaseBuiltAt: 1_000,
  usesDatabase: false,
  connections: { openFiles: null, refused: 0 },
  lagMs: null,
};
const withKnown = (known: number, more: Partial<AdsReport> = {}): AdsReport => ({
  ...quiet,
  callers: { known, unknown: 0 },
  ...more,
});

it('knows nothing before the first report', () => {
  expect(createReports(() => 0).sinceLast()).toBeNull();
});

it('adds what all processes counted since the last time, also those that are new', () => {
  const reports = createReports(() => 0);
  reports.take('one', withKnown(5));
  reports.take('one', withKnown(7));
  expect(reports.sinceLast()?.callers.known).toBe(7);
  reports.take('one', withKnown(8));
  reports.take('two', withKnown(100));
  expect(reports.sinceLast()?.callers.known).toBe(101);
  expect(reports.sinceLast()?.callers.known).toBe(0);
});

it('says the worst of all: oldest data, fewest files, any trouble', () => {
  const reports = createReports(() => 0);
  const connections = (openFiles: number | null) => ({ openFiles, refused: 1 });
  reports.take('one', withKnown(0, { databaseBuiltAt: 3, connections: connections(null) }));
  reports.take('two', withKnown(0, { usesDatabase: true, connections: connections(256) }));
  reports.take('three', withKnown(0, { vpnTrouble: 'quota', connections: connections(1024) }));
  expect(reports.sinceLast()).toMatchObject({
    databaseBuiltAt: 3,
    usesDatabase: true,
    vpnTrouble: 'quota',
    connections: { openFiles: 256, refused: 3 },
  });
});

it('forgets a process that is gone, after its last counts', () => {
  let now = 0;
  const reports = createReports(() => now);
  reports.take('gone', withKnown(5, { vpnTrouble: 'quota' }));
  now = 61_000;
  reports.take('here', withKnown(1));
  expect(reports.sinceLast()).toMatchObject({ callers: { known: 6 }, vpnTrouble: 'quota' });
  reports.take('here', withKnown(3));
  expect(reports.sinceLast()).toMatchObject({ callers: { known: 2 }, vpnTrouble: '' });
});

it('remembers a thousand processes at most', () => {
  const reports = createReports(() => 0);
  for (let index = 0; index < 1_001; index += 1) reports.take(`process ${index}`, withKnown(1));
  expect(reports.sinceLast()?.callers.known).toBe(1_000);
});
