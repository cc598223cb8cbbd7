import type { Found } from '@adwarden/contract/findings/rules';
import { dayMs, dayOf, momentInWords } from '../../../kit/clock.ts';
import { roughly } from './traffic.ts';

/** A token that has ended: by its last four characters, with its end in epoch milliseconds. Days are UTC. */
export type EndedToken = {
  ending: string;
  until: number;
  /** Requests with the token on the day of its end and the day before, and all requests of the app on these days. */
  requests: number;
  all: number;
  /** Requests for the app yesterday and today: answered, and refused because of this token (at least). */
  answered: number;
  refused: number;
};

/** The least that proves a use. Fewer phones prove nothing, and a smaller share of them has had time for an update. */
const enough = { requests: 5, ofAll: 0.3, refused: 5, ofAnswered: 0.01 };

/**
 * Finds a token that ended while phones used it. Until the day after its end, the requests before the end prove it. Later,
 * refused requests prove it.
 */
export function judgeEndedToken(token: EndedToken | undefined, now: number): Found[] {
  if (!token) return [];
  const { ending, until, requests, all, answered, refused } = token;
  const isFresh = dayOf(until) >= dayOf(now) - dayMs;
  const wasUsed = requests >= enough.requests && requests >= all * enough.ofAll;
  const isRefused = refused >= enough.refused && refused > answered * enough.ofAnswered;
  if (!isRefused && !(isFresh && wasUsed)) return [];
  const uses = wasUsed
    ? `it had ${counted(requests)} on that day and the day before`
    : `${counted(refused)} with it were refused since yesterday`;
  return [
    {
      rule: 'ended-token-in-use',
      field: '',
      since: until,
      detail: `Installed copies with the token …${ending} are refused since ${momentInWords(until)}: it ended, and ${uses}.`,
      facts: `${ending} ${until}`,
    },
  ];
}

const counted = (requests: number): string =>
  requests < 10 ? `${requests} requests` : `more than ${roughly(requests - 1)} requests`;
