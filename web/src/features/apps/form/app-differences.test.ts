import { describe, expect, it } from 'vitest';
import { sampleApp } from '../testing/sample-app.ts';
import { changedFields, differences } from './app-differences.ts';
import { formOfApp } from './app-form-values.ts';

const base = sampleApp({ note: 'old', accountName: 'Harbour Apps', userID: 'ada' });
const form = (over: object) => ({ ...formOfApp(base), ...over });

describe('differences', () => {
  it('tells mine, theirs, both and neither apart', () => {
    const theirs = { ...base, adsStatus: 'off' as const, note: 'theirs', reward1: 'unit' };
    const mine = form({ note: 'mine', appName: 'New name', accountName: '  Harbour Apps ' });
    const rows = differences('admin', { base, theirs, mine });
    expect(rows.map(({ field, theirs, mine, clash }) => [field, theirs, mine, clash])).toEqual([
      ['appName', 'Tide Clock', 'New name', false],
      ['adsStatus', 'OFF', null, false],
      ['note', 'theirs', 'mine', true],
      ['reward1', 'unit', null, false],
    ]);
    expect(changedFields('admin', base, mine)).toEqual(['appName', 'note']);
  });

  it('hides from an owner what only administrators set', () => {
    const theirs = { ...base, ipAddress: 'on' as const, userID: 'kofi' };
    expect(differences('user', { base, theirs, mine: form({}) })).toEqual([]);
    expect(differences('admin', { base, theirs, mine: form({}) })).toHaveLength(2);
  });

  it('says a state by its one word (ADR 83)', () => {
    const theirs = { ...base, appStatus: 'suspend' as const };
    const [row] = differences('admin', { base, theirs, mine: form({ appStatus: 'in-develop' }) });
    expect(row).toMatchObject({ field: 'appStatus', theirs: 'Suspended', mine: 'In-Develop' });
  });

  it('has the icon when either side chose one', () => {
    const icon = new File(['x'], 'wave.png', { type: 'image/png' });
    const theirs = { ...base, icon: 'icons/other.webp' };
    const row = (theirs: typeof base, mine: object) =>
      differences('user', { base, theirs, mine: form(mine) })[0];
    expect(row(theirs, {})).toMatchObject({ field: 'icon', mine: null, clash: false });
    expect(row(base, { icon })).toMatchObject({ field: 'icon', mine: 'wave.png', clash: false });
    expect(row(theirs, { icon })).toMatchObject({ field: 'icon', mine: 'wave.png', clash: true });
  });
});
