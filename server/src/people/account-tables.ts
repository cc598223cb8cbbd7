import type { PersonKind } from '@adwarden/contract/people/people';

/** The table with the accounts of each kind of person. */
export const accountTables = { admin: 'admin', user: 'app_user' } as const satisfies Record<
  PersonKind,
  string
>;
