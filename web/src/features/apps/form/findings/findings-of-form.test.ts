import { sampleAdUnits } from '@adwarden/contract/ad-units';
import { findingTexts } from '@adwarden/contract/findings/texts';
import { describe, expect, it } from 'vitest';
import { sampleApp } from '../../testing/sample-app.ts';
import { emptyAppForm, formOfApp } from '../app-form-values.ts';
import { type Checked, findingsIn, isBlank, judgeForm, questionOf } from './findings-of-form.ts';

const unit = 'ca-app-pub-7315520018462791/9053316842';
const fine = formOfApp(sampleApp({ googleNative1: unit, googleBanner1: '', userID: 'ada' }));
const form = (over: object) => ({ ...fine, ...over });
const names = (findings: { rule: string; field: string }[]) =>
  findings.map(({ rule, field }) => `${rule} ${field}`.trim());

type Said = Checked['findings'][number];
const said = (rule: Said['rule'], field: string, muted = false): Said => ({
  rule,
  severity: 'warning',
  field,
  detail: `${rule}.`,
  ...findingTexts[rule],
  apps: [],
  muted,
  isNew: true,
});
const answer = (values: object, ...findings: Said[]): Checked => ({
  asked: questionOf('admin', 'a1', form(values)),
  findings,
  impact: null,
});

describe('what the form finds itself', () => {
  it('is nothing in an empty form and in a correct one', () => {
    expect(judgeForm('admin', emptyAppForm())).toEqual([]);
    expect(judgeForm('admin', fine)).toEqual([]);
    expect(isBlank(emptyAppForm())).toBe(true);
    expect(isBlank(fine)).toBe(false);
  });

  it('says which field, how bad, what is wrong, why, and what to do', () => {
    expect(judgeForm('admin', form({ reward1: sampleAdUnits.reward }))).toMatchObject([
      {
        rule: 'sample-in-live-app',
        severity: 'error',
        field: 'reward1',
        detail: 'Reward 1 is Google’s sample, in a live app.',
        ...findingTexts['sample-in-live-app'],
      },
    ]);
  });

  it('asks an administrator for an owner, and never an owner', () => {
    const mine = form({ selectedUser: '' });
    expect(names(judgeForm('admin', mine))).toEqual(['live-without-owner selectedUser']);
    expect(judgeForm('user', mine)).toEqual([]);
  });
});

describe('what the form shows', () => {
  const show = (values: object, checked: Checked | null = null) =>
    names(findingsIn('admin', form(values), checked));

  it('is the worst first, and needs no answer', () => {
    expect(show({ packageName: 'com.example.x', reward1: 'ca-app-pub-1' })).toEqual([
      'malformed-unit reward1',
      'example-package packageName',
    ]);
  });

  it('takes from the server only what the form cannot know, so nothing is said twice', () => {
    const values = { packageName: 'com.example.x', ipAddress: 'on' };
    const checked = answer(
      values,
      said('example-package', 'packageName'),
      said('package-in-two-apps', 'packageName'),
      said('ip-rules-without-effect', 'ipAddress'),
      said('publisher-unlike-account', ''),
    );
    expect(show(values, checked)).toEqual([
      'example-package packageName',
      'package-in-two-apps packageName',
      'ip-rules-without-effect ipAddress',
      'publisher-unlike-account',
    ]);
  });

  it('leaves out what the server has said about a field that was changed since', () => {
    const late = answer(
      {},
      said('package-in-two-apps', 'packageName'),
      said('account-spelling', 'accountName'),
    );
    expect(show({ packageName: 'com.harbour.other' }, late)).toEqual([
      'account-spelling accountName',
    ]);
  });

  it('leaves out what is muted, until its facts change', () => {
    const values = { reward1: 'ca-app-pub-1' };
    const checked = answer(
      values,
      said('malformed-unit', 'reward1', true),
      said('package-in-two-apps', 'packageName', true),
    );
    expect(show(values, checked)).toEqual([]);
    expect(show({ reward1: 'ca-app-pub-12' }, checked)).toEqual(['malformed-unit reward1']);
  });
});

it('asks the server only about the fields that the person may set', () => {
  const asked = questionOf('user', 'a1', fine);
  expect(asked).toMatchObject({ appID: 'a1', googleNative1: unit, appStatus: 'live' });
  for (const field of ['selectedUser', 'ipAddress', 'appName', 'note']) {
    expect(asked).not.toHaveProperty(field);
  }
  expect(questionOf('admin', '', fine)).toMatchObject({ selectedUser: 'ada', ipAddress: 'off' });
});
