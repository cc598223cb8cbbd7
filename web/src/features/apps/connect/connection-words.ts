import type { SeenAnswer } from '@adwarden/contract/connections/connections';
import { counted } from '@adwarden/contract/counted';
import { noAds } from '@adwarden/contract/state-words';
import type { TokenUses } from '@adwarden/contract/traffic/tokens';
import { countryName } from '../../../lib/words/country-name.ts';

type Answer = Omit<SeenAnswer, 'secondsAgo'>;

/** Returns '3 s ago', '2 min ago', '1 h ago'. */
function agoInWords(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return `${Math.floor(seconds / 3600)} h ago`;
}

/** Returns 'Answered 3 s ago, to India, 200', 'Refused 3 s ago, from India, 401'; without `ago` for screen readers. */
function doneInWords({ status, country }: Answer, ago: string): string {
  const [done, way] = status >= 400 ? ['Refused', 'from'] : ['Answered', 'to'];
  const place = country === null ? 'an unknown country' : countryName(country);
  return `${done}${ago} ${way} ${place}, ${status}`;
}

/** Returns 'Answered 3 s ago, to India, 200'. */
export const answeredInWords = (answer: Answer, secondsAgo: number): string =>
  doneInWords(answer, ` ${agoInWords(secondsAgo)},`);

/** Returns 'Phones ask: 1,482 requests yesterday, 320 today (UTC).', of all tokens; '' if none asked in these two days. */
export function askedInWords(tokens: Pick<TokenUses, 'days'>[]): string {
  const onDay = (place: number) =>
    tokens.reduce((sum, { days }) => sum + (days.at(place)?.requests ?? 0), 0);
  const [yesterday, today] = [onDay(-2), onDay(-1)];
  if (yesterday + today === 0) return '';
  return `Phones ask: ${counted(yesterday, 'request')} yesterday, ${today.toLocaleString('en')} today (UTC).`;
}

/** Says what an answer means for the phone. */
export function meaningOf({ status, reason }: Answer): string {
  if (reason !== null) return `${noAds[reason].sentence} The phone shows no ads.`;
  if (status === 200) return 'The phone has its ads.';
  if (status === 304) return 'The phone has these ads already.';
  if (status === 401) return 'The token is wrong, or it has ended: compare it with the code above.';
  if (status === 400)
    return 'The request needs appID and authToken, each once: compare it with the code above.';
  if (status >= 500) return 'The server was not ready. The client asks again by itself.';
  return 'The request was not as the protocol says.';
}

/** Tells whether the phone can show ads. */
export const hasAds = ({ status, reason }: Answer): boolean =>
  reason === null && (status === 200 || status === 304);

/** Returns the same for screen readers: without the time, which changes each second. */
export const announced = (answer: Answer): string =>
  `${doneInWords(answer, '')}. ${meaningOf(answer)}`;
