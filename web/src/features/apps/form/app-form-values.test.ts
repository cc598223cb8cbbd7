import { adUnitSlots } from '@adwarden/contract/ad-units';
import { limits } from '@adwarden/contract/limits';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { describe, expect, it } from 'vitest';
import { sampleApp } from '../testing/sample-app.ts';
import { appFormSchemas, emptyAppForm, fieldsOf, formOfApp, toAppBody } from './app-form-values.ts';

const filled = () => ({ ...emptyAppForm(), ...sampleAppForm() });
const messages = (role: 'admin' | 'user', values: object) =>
  Object.fromEntries(
    (appFormSchemas[role].safeParse(values).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  );

describe('the empty form', () => {
  it('gets the messages of the spec, section 5', () => {
    const forBoth = {
      appName: 'Please Enter App Name',
      packageName: 'Please Enter Package Name',
      category: 'Please Select Category',
      adsStatus: 'Please Select Ads Status',
      appStatus: 'Please Select App Status',
      visibleExtra: 'Please Select Visible Extra',
    };
    expect(messages('user', emptyAppForm())).toEqual(forBoth);
    expect(messages('admin', emptyAppForm())).toEqual({
      ...forBoth,
      ipAddress: 'Please Select IP Address',
    });
  });
});

describe('the icon', () => {
  const file = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], 'icon', { type });
  it.each([
    ['a PNG', file('image/png'), undefined],
    ['none', null, undefined],
    ['an SVG', file('image/svg+xml'), 'Icon must be a PNG, JPEG, WebP, GIF or AVIF image'],
    ['2 MB', file('image/png', limits.icon.bytes), undefined],
    ['more than 2 MB', file('image/png', limits.icon.bytes + 1), 'Icon must be at most 2 MB'],
  ])('%s', (_, icon, message) => {
    expect(messages('admin', { ...filled(), icon }).icon).toBe(message);
  });
});

describe('toAppBody', () => {
  it('sends every field, empty ones too, the version and no icon unless one was chosen', () => {
    const body = toAppBody(formOfApp(sampleApp()), fieldsOf('admin'), { version: 7 });
    expect([...body.keys()].sort()).toEqual([...fieldsOf('admin'), 'version'].sort());
    expect([body.get('selectedUser'), body.get('version'), body.get('reward3')]).toEqual([
      'ada',
      '7',
      '',
    ]);
  });

  it('leaves out what an owner may not set, and a version that there is none of', () => {
    const body = toAppBody(formOfApp(sampleApp()), fieldsOf('user'));
    expect([...body.keys()]).toHaveLength(8 + adUnitSlots.length);
    for (const name of ['selectedUser', 'ipAddress', 'version', 'icon']) {
      expect(body.has(name), name).toBe(false);
    }
  });
});
