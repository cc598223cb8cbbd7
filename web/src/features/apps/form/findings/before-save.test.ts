import { findingTexts } from '@adwarden/contract/findings/texts';
import type { Impact } from '@adwarden/contract/impact';
import { describe, expect, it } from 'vitest';
import { sampleApp } from '../../testing/sample-app.ts';
import { emptyAppForm, formOfApp } from '../app-form-values.ts';
import { fieldsIn, namesIn, needsAnswer, questionBefore, withoutAsked } from './before-save.ts';
import { type Checked, questionOf } from './findings-of-form.ts';
import { emptiedUnits, lostRequests, otherPublisher } from './impact-words.ts';

const ours = 'ca-app-pub-7315520018462791/9053316842';
const theirs = 'ca-app-pub-1234567890123456/9053316842';
const before = sampleApp({ googleNative1: ours, googleBanner1: 'max-1', reward1: 'max-2' });
const form = (over: object) => ({ ...formOfApp(before), ...over });
const impact = (requests: number, lost: number, reason = 'country'): Impact => ({
  requests,
  lost,
  unknown: 0,
  parts: [{ reason: reason as 'country', country: 'DE', requests: lost }],
});
const answered = (after: ReturnType<typeof form>, over: Partial<Checked> = {}): Checked => ({
  asked: questionOf('admin', before.appID, after),
  findings: [],
  impact: null,
  ...over,
});

describe('the requests that an edit would turn off', () => {
  it.each([
    [
      impact(30_000, 12_413),
      'About 12,400 of 30,000 requests in the last 7 days would get no ads (country).',
    ],
    [impact(100, 11), 'About 11 of 100 requests in the last 7 days would get no ads (country).'],
    [
      impact(8672, 8672, 'ads-off'),
      'All of about 8,670 requests in the last 7 days would get no ads (Ads Status OFF).',
    ],
  ])('%j', (given, text) => expect(lostRequests(given)?.text).toBe(text));

  it.each([impact(99, 99), impact(1000, 100), impact(0, 0)])('are too few: %j', (given) =>
    expect(lostRequests(given)).toBeNull(),
  );

  it('name every reason and its field once', () => {
    const part = { country: 'DE', requests: 60 } as const;
    const two = lostRequests({
      ...impact(1000, 300),
      parts: [
        { ...part, reason: 'country' },
        { ...part, reason: 'suspended' },
        { ...part, reason: 'country' },
      ],
    });
    expect(two?.text).toContain('(country, suspended)');
    expect(two?.fields).toEqual(['ipAddress', 'appStatus']);
  });
});

describe('ad units', () => {
  const was = formOfApp(before);
  it('that become empty are named, three at most', () => {
    expect(emptiedUnits(was, form({ note: 'x' }))).toBeNull();
    expect(emptiedUnits(was, form({ reward1: '  ' }))).toEqual({
      text: 'The ad unit Reward 1 becomes empty.',
      fields: ['reward1'],
    });
    const full = form({ reward2: 'a', reward3: 'b', appOpen1: 'c' });
    const empty = { ...emptyAppForm() };
    expect(emptiedUnits(full, empty)?.text).toBe(
      '6 ad units become empty: Google Native 1, Google Banner 1, App Open 1 and 3 more.',
    );
  });

  it('that go to another publisher are named; samples and other networks have none', () => {
    expect(otherPublisher(was, form({ googleNative1: theirs }))).toEqual({
      text: 'The publisher id of Google Native 1 changes from pub-7315520018462791 to pub-1234567890123456.',
      fields: ['googleNative1'],
    });
    const sample = 'ca-app-pub-3940256099942544/2247696110';
    for (const googleNative1 of [ours.replace('42', '43'), sample, 'max-3', '']) {
      expect(otherPublisher(was, form({ googleNative1 }))).toBeNull();
    }
    expect(otherPublisher(was, form({ googleBanner1: theirs }))).toBeNull();
  });
});

describe('the question before a save', () => {
  const ask = (after: ReturnType<typeof form>, checked: Checked | null = null) =>
    questionBefore({ role: 'admin', before, after, checked });

  it('is none for an edit that harms nothing', () => {
    expect(namesIn(ask(form({ note: 'x', packageName: 'com.example.x' })))).toEqual([]);
  });

  it('has the errors, the effects and their fields', () => {
    const after = form({ reward2: 'ca-app-pub-1', reward1: '' });
    const question = ask(after, answered(after, { impact: impact(1000, 500, 'ads-off') }));
    expect(question.errors.map(({ rule }) => rule)).toEqual(['malformed-unit']);
    expect(question.effects).toHaveLength(2);
    expect(fieldsIn(question)).toEqual(['reward2', 'adsStatus', 'reward1']);
  });

  it('is only about what the edit makes worse', () => {
    const broken = { googleNative1: 'ca-app-pub-1', googleBanner1: 'ca-app-pub-2' };
    const app = sampleApp({ ...broken, reward1: 'max-2' });
    const asks = (over: object) =>
      questionBefore({
        role: 'admin',
        before: app,
        after: { ...formOfApp(app), ...over },
        checked: null,
      }).errors.map(({ field }) => field);
    expect(asks({ googleNative1: ours }), 'one of two is mended').toEqual([]);
    expect(asks({ note: 'x' })).toEqual([]);
    expect(asks({ googleNative1: 'ca-app-pub-3' })).toEqual(['googleNative1']);
    expect(asks({ reward1: 'ca-app-pub-4' })).toEqual(['reward1']);
    expect(asks({ googleNative1: '', googleBanner1: '', reward1: '' })).toEqual(['']);
  });

  it('leaves out a muted error', () => {
    const after = form({ reward2: 'ca-app-pub-1' });
    const rule = 'malformed-unit' as const;
    const about = { rule, severity: 'error' as const, field: 'reward2', detail: '', apps: [] };
    const said = { ...about, ...findingTexts[rule], muted: true, isNew: true };
    expect(ask(after, answered(after, { findings: [said] })).errors).toEqual([]);
    expect(ask(after, answered(after)).errors).toHaveLength(1);
  });

  it('is only about errors for a new app, and names a field even for the whole app', () => {
    const after = { ...emptyAppForm(), appStatus: 'live', adsStatus: 'on' };
    const question = questionBefore({ role: 'user', before: null, after, checked: null });
    expect(question.effects).toEqual([]);
    expect(fieldsIn(question)).toEqual(['googleNative1']);
  });

  it('does not ask the same again, but asks what is new', () => {
    const first = ask(form({ reward2: 'ca-app-pub-1', reward1: '' }));
    const asked = new Set(namesIn(first));
    expect(namesIn(withoutAsked(first, asked))).toEqual([]);
    const next = withoutAsked(ask(form({ reward2: 'ca-app-pub-12', reward1: '' })), asked);
    expect([next.errors.length, next.effects.length]).toEqual([1, 0]);
  });
});

it('a save waits for the server only when there is something to ask', () => {
  const needs = (over: object) => needsAnswer({ role: 'admin', before, after: form(over) });
  expect(needs({ note: 'x', appName: 'New', reward1: '' })).toBe(false);
  expect(needs({ adsStatus: 'off' })).toBe(true);
  expect(needs({ reward2: 'ca-app-pub-1' })).toBe(true);
  const after = { ...emptyAppForm(), appStatus: 'live', adsStatus: 'on' };
  expect(needsAnswer({ role: 'admin', before: null, after })).toBe(false);
});
