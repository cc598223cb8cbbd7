import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import type { WholeApp } from './apps.store.ts';
import type { AppSnapshot, AppToken, LostConfiguration } from './apps.table.ts';

/** Values of an app by field. `country` is the text of its countries, `selectedUser` the login id of its owner. */
export type Values = Partial<Record<RequestedField, string>>;

/** All values of an app that an edit may set; '' without an owner or countries. */
export type AppValues = Record<RequestedField, string>;

/** Values with an icon, by its hash. */
export type NewValues = Values & { iconHash?: string };

/**
 * An edit of one app. With `version` and `countryVersion` it is refused if somebody has changed the app, or its countries,
 * since.
 */
export type Edit = {
  appID: string;
  version?: number | undefined;
  countryVersion?: number | undefined;
} & (
  | {
      kind: 'change';
      /** Returns the new values of the fields that change, from the present values. */
      changesOf: (values: AppValues) => NewValues;
      isUndo?: boolean;
    }
  | { kind: 'create'; values: NewValues }
  | {
      kind: 'tokens';
      action: 'rotate-token' | 'revoke-tokens';
      /** Returns the tokens at `at` from those before; the same ones when nothing changes. */
      tokensOf: (tokens: AppToken[], at: number) => AppToken[];
    }
  | { kind: 'delete' }
);

/** The reason why an edit cannot be made, with the field of the form that is at fault. */
export type Refusal = {
  code: 'not-found' | 'stale' | 'invalid' | 'conflict' | 'not-signed-in';
  field?: string;
  message: string;
};

/** The write of one app: its state before and after, null when it does not exist. */
export type AppWrite = {
  appID: string;
  action: 'create' | 'update' | 'undo' | 'restore' | 'rotate-token' | 'revoke-tokens' | 'delete';
  before: AppSnapshot | null;
  after: AppSnapshot | null;
  configuration: LostConfiguration | null;
  /** The new countries, null to remove them; undefined: they stay. */
  countries?: Countries | null | undefined;
};

/** Countries as their two columns. */
export type Countries = Pick<LostConfiguration, 'country' | 'countryCodes'>;

/** An edit that was judged, and the app as it was found. */
export type PlannedEdit = { appID: string; app: WholeApp | undefined } & (
  | { refusal: Refusal }
  | { refusal: null; write: AppWrite }
);
