import type { TrafficMark } from '@adwarden/contract/traffic/marks';
import { describe, expect, it, test } from 'vitest';
import { markPlaces, marksAround, placeOf } from './mark-places.ts';
import { markInWords, markPath } from './mark-words.ts';

const by = { kind: 'admin', name: 'Ada' } as const;
const change = (over: Partial<Extract<TrafficMark, { kind: 'change' }>> = {}): TrafficMark => ({
  kind: 'change',
  at: '2026-11-20T10:00:00.000Z',
  by,
  seq: 413,
  entity: 'app',
  key: 'q7m2',
  name: 'Tiffin',
  action: 'update',
  fields: ['adsStatus'],
  ...over,
});
const pause = (at: string, until: string | null): TrafficMark => ({
  kind: 'pause',
  at,
  by,
  seq: 7,
  pause: 'p1',
  scope: 'account',
  label: 'Harbour',
  until,
  reason: 'Invalid requests',
});
const batch: TrafficMark = {
  kind: 'batch',
  at: '2026-11-20T10:00:00.000Z',
  by,
  seq: 9,
  batch: 'b1',
  title: 'Ads Status: OFF',
  apps: 4,
};

test.each([
  [change(), 'Ada changed Ads Status of Tiffin'],
  [change({ fields: ['adsStatus', 'note', 'icon', 'userID'] }), /^Ada changed \D+, \D+ and 1 more/],
  [change({ action: 'create' }), 'Ada added Tiffin'],
  [change({ action: 'rotate-token' }), 'Ada gave a new token to Tiffin'],
  [change({ entity: 'app-configuration' }), 'Ada changed the countries of Tiffin'],
  [change({ entity: 'user', name: 'Kofi', action: 'delete' }), 'Ada deleted the owner Kofi'],
  [change({ by: { kind: 'system', name: '' } }), 'System changed Ads Status of Tiffin'],
  [batch, 'Ada changed 4 applications at once: Ads Status: OFF'],
  [{ ...batch, title: null, apps: null }, 'Ada changed several applications at once '],
  [pause('2026-11-20T10:00:00.000Z', null), 'Ada paused an account: Harbour'],
] as [TrafficMark, string | RegExp][])('a mark is said in words (%#)', (mark, words) => {
  const { who, did, name } = markInWords(mark);
  if (typeof words === 'string') expect(`${who} ${did} ${name}`).toBe(words);
  else expect(`${who} ${did} ${name}`).toMatch(words);
});

test('a pause says why, and how long', () => {
  const { why, when } = markInWords(pause('2026-11-20T10:00:00.000Z', null));
  expect([why, when]).toEqual(['Invalid requests', '20 Nov 2026, 11:45 PM, still paused']);
  const ended = markInWords(pause('2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'));
  expect(ended.when).toBe('20 Nov 2026, 11:45 PM, until 21 Nov 2026, 11:45 PM');
});

test('a mark leads to its entry, its batch or its pause', () => {
  expect(markPath('admin', change())).toBe(
    '/admin/audit-log?entity=app&key=q7m2&from=2026-11-20&to=2026-11-20&entry=413',
  );
  expect(markPath('user', change())).toContain('q7m2');
  expect(markPath('user', change({ entity: 'global-config' }))).toBeNull();
  expect(markPath('admin', change({ seq: null }))).toBeNull();
  expect(markPath('user', batch)).toBe('/safety/batches');
  expect(markPath('admin', pause('2026-11-20T10:00:00.000Z', null))).toBe('/admin/safety/pauses');
});

describe('places on the axis', () => {
  const day = (date: string) => ({ at: `2026-11-${date}T00:00:00.000Z` }) as never;
  const steps = ['18', '19', '20', '21'].map(day);
  const at = (time: string) => change({ at: `2026-11-${time}:00.000Z` });
  const shown = (marks: TrafficMark[], width: number) =>
    markPlaces({ step: 'day', steps, marks }, width).map((place) => [
      place.middle,
      place.marks.length,
    ]);

  it('are from the first step to the end of the last one', () => {
    const axis = { step: 'day', steps } as const;
    expect(placeOf(axis, Date.parse('2026-11-18T00:00:00Z'))).toBe(0);
    expect(placeOf(axis, Date.parse('2026-11-20T00:00:00Z'))).toBe(0.5);
    expect(placeOf(axis, Date.parse('2026-11-30T00:00:00Z'))).toBe(1);
    expect(placeOf(axis, Date.parse('2026-11-01T00:00:00Z'))).toBe(0);
  });

  it('are the middles of steps, and shared where steps are narrow', () => {
    const marks = [at('18T03:00'), at('18T20:00'), at('19T01:00'), at('21T23:59')];
    expect(shown(marks, 400)).toEqual([
      [0.125, 2],
      [0.375, 1],
      [0.875, 1],
    ]);
    expect(shown(marks, 60)).toEqual([
      [0.25, 3],
      [0.75, 1],
    ]);
    expect(shown(marks, 10)).toEqual([[0.5, 4]]);
  });

  it('around a step are its causes: of it and the day before, and pauses that end then', () => {
    const marks = [
      at('18T23:00'),
      at('19T00:00'),
      at('20T23:00'),
      at('21T00:00'),
      pause('2026-11-01T00:00:00.000Z', '2026-11-20T09:00:00.000Z'),
      pause('2026-11-01T00:00:00.000Z', null),
    ];
    const around = marksAround({ step: 'day', marks }, Date.parse('2026-11-20T00:00:00Z'));
    expect(around).toEqual([marks[1], marks[2], marks[4]]);
  });
});
