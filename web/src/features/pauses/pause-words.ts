import type { NoAdsReason } from '@adwarden/contract/no-ads-reasons';
import type { Pause, PauseEnding, PauseScope } from '@adwarden/contract/pauses/pauses';
import { noAds } from '@adwarden/contract/state-words';
import { appsInWords } from '../../lib/words/words.ts';

const stopped: Record<PauseScope, string> = {
  all: 'All ads',
  account: 'The ads of the account',
  owner: 'The ads of all apps of',
  apps: 'The ads of',
  app: 'The ads of',
};

/** Says what a pause stops: `what` and then the `name`, '' for all apps: 'The ads of the account', 'Harbour Apps'. */
export function stoppedBy({ scope, label }: Pick<Pause, 'scope' | 'label'>) {
  return { what: stopped[scope], name: scope === 'all' ? '' : label };
}

const inFull = (count: number) => count.toLocaleString('en');

/** Says why an app gets no ads without the pause: another pause, or something else. */
const without = (reason: NoAdsReason) =>
  reason === 'paused' ? `${noAds.paused.word} by another pause` : noAds[reason].word;

const reasonsOf = (rest: PauseEnding['without']) =>
  rest.map(({ reason, apps }) => `${inFull(apps)} ${without(reason)}`).join(', ');

/** Returns 'Stops the ads of 7 of 11 applications. The others get none now: 3 suspended, 1 country.' */
export function beginningInWords({ apps, withAds, without: rest }: PauseEnding): string {
  const all = appsInWords(apps);
  if (withAds === null) return `It covers ${all}.`;
  if (apps === 0) return 'It covers no application.';
  if (withAds === apps) return `Stops the ads of ${all}.`;
  if (withAds === 0) {
    return `${apps === 1 ? 'The application gets no' : `None of ${all} gets`} ads now: ${reasonsOf(rest)}.`;
  }
  return `Stops the ads of ${inFull(withAds)} of ${all}. The others get none now: ${reasonsOf(rest)}.`;
}

/** Returns '7 of 11 applications get their ads again. Without ads stay 4: 3 suspended, 1 country.' */
export function endingInWords({ apps, withAds, without: rest }: PauseEnding): string {
  if (withAds === null) {
    return `It covers ${appsInWords(apps)}. They are as they were before the pause.`;
  }
  const all = appsInWords(apps);
  const back =
    withAds === apps
      ? `${all} ${apps === 1 ? 'gets its' : 'get their'} ads again.`
      : withAds === 0
        ? `No application gets its ads again.`
        : `${inFull(withAds)} of ${all} ${withAds === 1 ? 'gets its' : 'get their'} ads again.`;
  if (rest.length === 0) return back;
  return `${back} Without ads ${apps - withAds === 1 ? 'stays' : 'stay'} ${inFull(apps - withAds)}: ${reasonsOf(rest)}.`;
}
