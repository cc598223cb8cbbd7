import { limits } from '@adwarden/contract/limits';
import { expect, it } from 'vitest';
import { appsQuota } from '../edits/apps.quota.ts';
import { channels } from '../notifications/channels.ts';
import { repeatsQuota } from '../repeats/repeats.quota.ts';
import { features } from './features.ts';
import { pruningRules } from './pruning-rules.ts';

/*
 * Each limit of `limits.quotas` and `limits.kept` is kept by one room. Who takes a room away takes its limits away, too.
 */

/** The quotas that count nothing in the database (quotas/slots.ts), and the bytes, which triggers count. */
const counted = ['eventStreams', 'wholeLists', 'uploads', 'previewsInTheMaking', 'storedBytes'];

it('each quota stands in one room', () => {
  const ofFeatures = [...features.all, ...channels].flatMap(({ bounds }) => bounds.quotas);
  const kinds = [...ofFeatures, appsQuota, repeatsQuota].map(({ kind }) => kind);
  expect([...kinds, ...counted].toSorted()).toEqual(Object.keys(limits.quotas).toSorted());
});

it('everything that is kept for some time has one rule that deletes it', () => {
  const kinds = pruningRules.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(Object.keys(limits.kept)));
  expect(new Set(kinds).size, kinds.join(' ')).toBe(kinds.length);
});

it('the log is pruned after the things that need its entries, and icons after the log', () => {
  const kinds = pruningRules.map(({ kind }) => kind);
  expect(kinds.slice(-3)).toEqual(['log', 'icons', 'replacedIcons']);
});
