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

/** What the colour of an app's status means. */
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
 * A value of an app's field in the words of the form's selects, and its countries by name; the values of other fields are
 * shown as they are.
 */
export const appValueWords = (field: string, value: string): string =>
  field === 'country'
    ? countriesInWords(value)
    : (field in unsetChoices && choiceWords[value]) || value;

/** The same in a sentence or a difference, where a state has its one word. */
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

/** What the colour of a chosen value means, given in words: it is green before and after a change. */
export const appValueTone = (field: string, words: string) =>
  field in unsetChoices ? valueTones[words.toLowerCase()] : undefined;

/** How the country of a caller is found. */
export const apiMethodWords: Record<Exclude<ApiMethod, ''>, string> = {
  local: 'Local database',
  ipinfo: 'ipinfo.io',
  header: 'Trusted header',
};

/** What a pause can stop. */
export const pauseScopeWords: Record<PauseScope, string> = {
  all: 'All apps',
  account: 'An account',
  owner: 'An owner',
  apps: 'Some apps',
  app: 'One app',
};

/** 'No requests in 7 days', '1,200 requests in 7 days'. */
export const requestsInWords = (count: number): string =>
  `${count === 0 ? 'No requests' : counted(count, 'request')} in 7 days`;

/** '1 application', '1,200 applications'. */
export const appsInWords = (count: number): string => counted(count, 'application');
