import type { Found } from '@adwarden/contract/findings/rules';
import { expect, it } from 'vitest';
import { compare, eventsOf } from './compare.ts';

const found = (over: Partial<Found> = {}): Found => ({
  rule: 'malformed-unit',
  field: 'reward1',
  detail: 'Reward 1 is wrong.',
  facts: 'a',
  ...over,
});
const [stored] = compare('app', [], [found()], 1).fresh;
if (!stored) throw new Error('A finding is stored');
const muted = { ...stored, mutedAt: 5, mutedBy: 'Ada', mutedById: 'x', muteReason: 'known' };

it('stores what is found', () => {
  expect(stored).toMatchObject({ appID: 'app', rank: 0, since: 1, mutedAt: null, apps: '' });
});

it('writes nothing while nothing changes', () => {
  expect(compare('app', [stored], [found()], 2)).toEqual({ gone: [], fresh: [] });
  expect(compare('app', [], [], 2)).toEqual({ gone: [], fresh: [] });
});

it('deletes what is over', () => {
  expect(compare('app', [muted], [], 2)).toEqual({ gone: [muted], fresh: [] });
});

it('keeps age and mute when only the words change', () => {
  const { gone, fresh } = compare('app', [muted], [found({ detail: 'Other words.' })], 2);
  expect(gone).toEqual([muted]);
  expect(fresh).toEqual([{ ...muted, detail: 'Other words.' }]);
});

it('opens a muted finding again when its facts change', () => {
  const { gone, fresh } = compare('app', [muted], [found({ facts: 'b' })], 2);
  expect(gone).toEqual([muted]);
  expect(fresh).toMatchObject([
    { facts: 'b', since: 2, mutedAt: null, mutedBy: '', muteReason: '' },
  ]);
});

it('stores one of two with the same rule and field', () => {
  expect(compare('app', [], [found(), found({ facts: 'b' })], 2).fresh).toHaveLength(1);
});

it('tells findings of one rule in two fields apart', () => {
  const { gone, fresh } = compare('app', [muted], [found(), found({ field: 'reward2' })], 2);
  expect(gone).toEqual([]);
  expect(fresh).toMatchObject([{ field: 'reward2' }]);
});

const told = (differences: ReturnType<typeof compare>) =>
  eventsOf(differences).map(({ type, key, facts }) => [type, key, facts]);
const facts = { rule: 'malformed-unit', field: 'reward1', detail: 'Reward 1 is wrong.' };

it.each([
  ['a new finding is opened', [], [found()], [['finding.opened', 'app', facts]]],
  ['one that is over is closed', [stored], [], [['finding.closed', 'app', facts]]],
  ['also when it was muted', [muted], [], [['finding.closed', 'app', facts]]],
  [
    'a muted one with other facts is opened',
    [muted],
    [found({ facts: 'b' })],
    [['finding.opened', 'app', facts]],
  ],
  ['an open one with other facts stays open', [stored], [found({ facts: 'b' })], []],
  ['other words of an open one are nothing new', [stored], [found({ detail: 'Other.' })], []],
  ['nor are those of a muted one', [muted], [found({ detail: 'Other.' })], []],
])('%s', (_, before, after, events) => {
  expect(told(compare('app', before, after, 2))).toEqual(events);
});
