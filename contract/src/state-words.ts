import type { AdminState } from './admins/admins.ts';
import type { ApiKeyState } from './api-keys/api-keys.ts';
import { type AppStatus, type OnOff, unsetChoices } from './apps.ts';
import type { BatchOutcome, BatchState, PreviewOutcome } from './batches/batches.ts';
import type { ChangeRequestState } from './change-requests/change-requests.ts';
import type { EdgeState } from './edges.ts';
import type { FindingSeverity } from './findings/rules.ts';
import type { NoAdsReason } from './no-ads-reasons.ts';
import type { DeliveryState, WebhookState } from './notifications/webhooks.ts';
import type { AdminRole } from './people/people.ts';

/*
 * The one word for each state, wherever the specification gives none: in messages, filters, legends, headings, files, chips and
 * the log. All code takes the word of a state from here (ADR 83). Badges, selects and the cards of the dashboard keep the words
 * of the specification, which stand beside it.
 */

/** An app's status: in the form's select and in the badge of a list (spec, section 2), and everywhere else. */
export const appStatusWords: Record<AppStatus, { select: string; badge: string; other: string }> = {
  live: { select: 'Live', badge: 'Live', other: 'Live' },
  'in-develop': { select: 'In-Develop', badge: 'Development', other: 'In-Develop' },
  suspend: { select: 'Suspend', badge: 'Suspended', other: 'Suspended' },
};

/** A switch of an app or an owner. */
export const onOffWords: Record<OnOff, string> = {
  on: 'ON',
  off: 'OFF',
};

/** The reasons why phones get no ads: the word, and a sentence about one phone, which has the word in it. */
export const noAds: Record<NoAdsReason, { word: string; sentence: string }> = {
  paused: {
    word: 'paused',
    sentence: 'The ads are paused.',
  },
  suspended: {
    word: 'suspended',
    sentence: 'The app is suspended.',
  },
  'ads-off': {
    word: 'Ads Status OFF',
    sentence: 'The app has Ads Status OFF.',
  },
  country: {
    word: 'country',
    sentence: 'The country of the phone is not among the app’s countries.',
  },
  vpn: {
    word: 'VPN',
    sentence: 'The phone uses a VPN, a proxy or Tor.',
  },
  'no-ad-unit': {
    word: 'no ad units',
    sentence: 'The app has no ad units.',
  },
};

/** The words for requests that had ads, or of which nothing else is known. */
export const requestWords = {
  on: 'Ads on',
  unknown: 'Unknown',
  'wrong-token': 'Wrong token',
} as const;

export const severityWords: Record<FindingSeverity, string> = {
  error: 'Error',
  warning: 'Warning',
  notice: 'Notice',
};

export const changeRequestWords: Record<ChangeRequestState, string> = {
  'in-review': 'Waiting for approval',
  scheduled: 'Scheduled',
  applied: 'Applied',
  conflict: 'Conflict',
  failed: 'Failed',
  missed: 'Missed',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};

export const batchStateWords: Record<BatchState, string> = {
  running: 'Running',
  done: 'Done',
  cancelled: 'Cancelled',
};

/** The words for the outcomes of apps in a preview. */
export const previewOutcomeWords: Record<PreviewOutcome, string> = {
  created: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
};

/** The words for the outcomes of the apps of a batch. */
export const batchOutcomeWords: Record<BatchOutcome, string> = {
  changed: 'Changed',
  requested: 'Requested',
  skipped: 'Skipped',
  failed: 'Failed',
  waiting: 'Not reached',
};

export const edgeStateWords: Record<EdgeState, string> = {
  following: 'Follows',
  silent: 'Silent',
};

export const webhookStateWords: Record<WebhookState, string> = {
  on: 'On',
  failing: 'Failing',
  off: 'Off',
};

export const deliveryStateWords: Record<DeliveryState, string> = {
  delivered: 'Delivered',
  waiting: 'Retrying',
  failed: 'Failed',
};

/** Returns the word for a value of an app's field that is a state, such as 'OFF' and 'Suspended'; null for other fields. */
export function stateWord(field: string, value: string): string | null {
  if (!Object.hasOwn(unsetChoices, field)) return null;
  const words: Record<string, string | { other: string }> =
    field === 'appStatus' ? appStatusWords : onOffWords;
  const word = Object.hasOwn(words, value) ? words[value] : undefined;
  return (typeof word === 'object' ? word.other : word) ?? null;
}

/** The words for the roles of administrators. */
export const adminRoleWords: Record<AdminRole, string> = {
  admin: 'Administrator',
  viewer: 'Viewer',
};

/** The words for the states of an administrator. */
export const adminStateWords: Record<AdminState, string> = {
  on: 'On',
  invited: 'Invited',
  off: 'Disabled',
};

/** The words for the states of an API key. */
export const apiKeyStateWords: Record<ApiKeyState, string> = {
  on: 'On',
  ended: 'Ended',
  off: 'Off',
};
