import type {
  ChangeRequest,
  ChangeRequestState,
} from '@adwarden/contract/change-requests/change-requests';
import type { Change } from '@adwarden/contract/changes/changes';
import { counted } from '@adwarden/contract/counted';
import { changeRequestWords } from '@adwarden/contract/state-words';
import { dayAndTime, distance } from '../../../lib/words/moment-words.ts';
import type { Tone } from '../../../ui/status-badge.tsx';
import type { RequestAction } from './request-rules.ts';

/** The colour of each state. */
export const stateTones: Record<ChangeRequestState, Tone> = {
  'in-review': 'warning',
  scheduled: 'accent',
  applied: 'success',
  conflict: 'danger',
  failed: 'danger',
  missed: 'danger',
  rejected: 'neutral',
  cancelled: 'neutral',
};

/** Returns the word for an action, on its button. One withdraws what waits for approval, and cancels everything else. */
export function actionWord(action: RequestAction, { state }: Pick<ChangeRequest, 'state'>): string {
  if (action === 'approve') return 'Approve';
  if (action === 'reject') return 'Reject';
  if (action === 'apply') return 'Apply anyway';
  return state === 'in-review' ? 'Withdraw' : 'Cancel change';
}

export type When = { moment: string; distance: string };

/**
 * Says when it happens or happened: 'Tomorrow, 09:00 AM', 'in 11 hours'. A request without a time happens when it is
 * approved; a closed one happened at its last change.
 */
export function whenOf(
  { state, at, changedAt }: Pick<ChangeRequest, 'state' | 'at' | 'changedAt'>,
  now: number,
): When {
  if (state === 'in-review' && at === null) return { moment: 'When approved', distance: '' };
  const time = Date.parse(state === 'in-review' || state === 'scheduled' ? (at ?? '') : changedAt);
  return { moment: dayAndTime(time, now), distance: distance(time, now) };
}

/** Says why it was rejected or could not be applied, and adds its author's note. */
export const remarksOf = ({ reason, note }: Pick<ChangeRequest, 'reason' | 'note'>): string =>
  [reason, note].filter((text) => text !== '').join(' · ');

/** Returns '1 change', '3 changes'. */
export const changesInWords = (count: number): string => counted(count, 'change');

/** Returns '1 change waits for approval', '3 changes wait for approval'. */
export const waitingInWords = (count: number): string =>
  `${changesInWords(count)} ${count === 1 ? 'waits' : 'wait'} for approval`;

/** Returns the request as an entry of the log, for its difference. */
export const asChange = ({
  diff,
}: Pick<ChangeRequest, 'diff'>): Pick<Change, 'entity' | 'action' | 'diff'> => ({
  entity: 'app',
  action: 'update',
  diff,
});

/** The open states, the worst first. */
const openOrder = ['conflict', 'in-review', 'scheduled'] as const;

/** Says how many requests are open, by state: '1 conflict, 1 waiting for approval, 2 scheduled'; '' for none. */
export function openInWords(requests: readonly Pick<ChangeRequest, 'state'>[]): string {
  return openOrder
    .map((state) => ({ state, count: requests.filter((one) => one.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${changeRequestWords[state].toLowerCase()}`)
    .join(', ');
}
