import { findingTexts } from '@adwarden/contract/findings/texts';
import type { Impact } from '@adwarden/contract/impact';
import { describe, expect, it } from 'vitest';
import type { CheckedChange } from './check-requests.api.ts';
import { effectsOf } from './request-effects.ts';

type Said = CheckedChange['findings'][number];

const unit = 'ca-app-pub-7315520018462791/9053316842';
const sample: Said = {
  rule: 'sample-in-live-app',
  severity: 'error',
  field: 'reward1',
  detail: 'Reward 1 is Google’s sample, in a live app.',
  ...findingTexts['sample-in-live-app'],
  apps: [],
  muted: false,
  isNew: true,
};
const impact = (requests: number, lost: number): Impact => ({
  requests,
  lost,
  unknown: 0,
  parts: lost > 0 ? [{ reason: 'ads-off', country: 'DE', requests: lost }] : [],
});
const checked = (appID: string, over: Partial<CheckedChange> = {}): CheckedChange => ({
  appID,
  diff: [],
  findings: [],
  impact: impact(0, 0),
  ...over,
});

describe('the effects of change requests', () => {
  it('are the new findings of each app, without muted ones and what was wrong already', () => {
    const { byApp, isGrave } = effectsOf([
      checked('a', { findings: [sample] }),
      checked('b', { findings: [{ ...sample, isNew: false }] }),
      checked('c', { findings: [{ ...sample, muted: true }] }),
    ]);
    expect([...byApp].map(([appID, { findings }]) => [appID, findings.length])).toEqual([
      ['a', 1],
      ['b', 0],
      ['c', 0],
    ]);
    expect(isGrave).toBe(true);
  });

  it('are grave only when a save would ask', () => {
    const warning = { ...sample, rule: 'unit-twice', severity: 'warning' } as const;
    const few = effectsOf([checked('a', { findings: [warning], impact: impact(1000, 50) })]);
    expect(few.isGrave).toBe(false);
    expect(few.turnedOff).toBe(
      'About 50 of 1,000 requests in the last 7 days would get no ads (Ads Status OFF).',
    );
    expect(effectsOf([checked('a', { impact: impact(1000, 500) })]).isGrave).toBe(true);
  });

  it('add up for several apps', () => {
    const { turnedOff } = effectsOf([
      checked('a', { impact: impact(1000, 1000) }),
      checked('b', { impact: impact(3000, 0) }),
    ]);
    expect(turnedOff).toContain('About 1,000 of 4,000 requests');
  });

  it('name ad units that become empty, by what they are now', () => {
    const diff = [{ field: 'reward1', before: '', after: '', now: unit }];
    const { byApp, isGrave } = effectsOf([checked('a', { diff })]);
    expect(byApp.get('a')?.units).toEqual(['The ad unit Reward 1 becomes empty.']);
    expect(isGrave).toBe(true);
  });
});
