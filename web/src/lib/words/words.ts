import type { AdUnitKind } from '@adwarden/contract/ad-units';
import { type AppStatus, appStatuses, unsetChoices } from '@adwarden/contract/apps';
import { counted } from '@adwarden/contract/counted';
import { countriesInWords } from '@adwarden/contract/country-rule';
import type { ApiMethod } from '@adwarden/contract/global-config';
import type { PauseScope } from '@adwarden/contract/pauses/pauses';
import { appStatusWords, onOffWords, stateWord } from '@adwarden/contract/state-words';

/*
 * Words for values of the contract. The spec says some of them in several ways (section 2; ADR 31 "Titles and words").
 */

/** The colour of each status of an app. */
export const appStatusTones = {
  live: 'success',
  'in-develop': 'warning',
  suspend: 'danger',
} as const satisfies Record<AppStatus, string>;

export const adUnitKindWords: Record<AdUnitKind, string> = {
  native: 'Native',
  banner: 'Banner',
  interstitial: 'Interstitial',
  'app-open': 'App open',
  reward: 'Reward',
};

const choiceWords: Record<string, string> = {
  ...onOffWords,
  ...Object.fromEntries(appStatuses.map((status) => [status, appStatusWords[status].select])),
};

/**
 * Returns a value of an app's field in the words of the form's selects, and its countries by name; values of other fields
 * stay as they are.
 */
export const appValueWords = (field: string, value: string): string =>
  field === 'country'
    ? countriesInWords(value)
    : (field in unsetChoices && choiceWords[value]) || value;

/** Returns the same for a sentence or a difference, in which a state has its one word. */
export const appValueInWords = (field: string, value: string): string =>
  stateWord(field, value) ?? appValueWords(field, value);

const valueTones: Record<string, 'success' | 'warning' | 'danger'> = {
  on: 'success',
  off: 'danger',
  ...Object.fromEntries(
    appStatuses.flatMap((status) =>
      Object.values(appStatusWords[status]).map((words) => [
        words.toLowerCase(),
        appStatusTones[status],
      ]),
    ),
  ),
};

/** Returns the colour of a chosen value, which is given in words: it is the same before and after a change. */
export const appValueTone = (field: string, words: string) =>
  field in unsetChoices ? valueTones[words.toLowerCase()] : undefined;

/** The ways to find the country of a caller. */
export const apiMethodWords: Record<Exclude<ApiMethod, ''>, string> = {
  local: 'Local database',
  ipinfo: 'ipinfo.io',
  header: 'Trusted header',
};

/** The scopes of a pause, in words. */
export const pauseScopeWords: Record<PauseScope, string> = {
  all: 'All apps',
  account: 'An account',
  owner: 'An owner',
  apps: 'Some apps',
  app: 'One app',
};

/** Returns 'No requests in 7 days', '1,200 requests in 7 days'. */
export const requestsInWords = (count: number): string =>
  `${count === 0 ? 'No requests' : counted(count, 'request')} in 7 days`;

/** Returns '1 application', '1,200 applications'. */
export const appsInWords = (count: number): string => counted(count, 'application');
