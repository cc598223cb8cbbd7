import { extraLinesField, siteField } from '@adwarden/contract/app-ads/accounts';
import type { Account, AccountChanges } from '@adwarden/contract/app-ads/app-ads';
import { fieldNames } from '@adwarden/contract/field-names';
import { z } from 'zod';
import type { StaleField } from '../../ui/form/stale-edit.tsx';

export const accountForm = z.object({ site: siteField, extraLines: extraLinesField });

export type AccountFormValues = { site: string; extraLines: string };

const fields = ['site', 'extraLines'] as const;

export const formValuesOf = (account: Account | null): AccountFormValues => ({
  site: account?.site ?? '',
  extraLines: account?.extraLines ?? '',
});

/** Returns what a save sends: the fields that were changed in this form, and the version that it replaces. */
export function accountPayload(
  sent: AccountFormValues,
  { base, over }: { base: Account; over: Account },
): AccountChanges {
  const changed = fields.filter((field) => sent[field] !== base[field]);
  return {
    ...Object.fromEntries(changed.map((field) => [field, sent[field]])),
    version: over.version,
  };
}

/** Returns the fields in which the form differs from what somebody else has saved since. */
export function accountDifferences({
  base,
  theirs,
  mine,
}: {
  base: Account;
  theirs: Account;
  mine: AccountFormValues;
}): StaleField[] {
  return fields
    .filter((field) => mine[field] !== theirs[field])
    .map((field) => {
      const isMine = mine[field] !== base[field];
      return {
        field,
        label: fieldNames[field],
        theirs: theirs[field],
        mine: isMine ? mine[field] : null,
        clash: isMine && theirs[field] !== base[field],
      };
    });
}
