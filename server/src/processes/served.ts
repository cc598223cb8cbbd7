import type { Logger } from '../kit/logger.ts';
import type { MetricsJson } from './messages.ts';

/** The numbers of requests by their end. */
type Ends = { answered: number; refused: number; failed: number };
/** The requests that a machine has served. */
export type Served = { ads: Ends; calls: Ends };

const everyMs = 5 * 60_000;
const none = (): Served => ({
  ads: { answered: 0, refused: 0, failed: 0 },
  calls: { answered: 0, refused: 0, failed: 0 },
});

const endOfAds: Record<string, keyof Ends> = {
  ok: 'answered',
  notModified: 'answered',
  preflight: 'answered',
  notReady: 'failed',
  failed: 'failed',
};

function endOfCall(status: string): keyof Ends {
  if (/^[123]/.test(status)) return 'answered';
  return status.startsWith('5') ? 'failed' : 'refused';
}

/** Reads from the metrics of all processes the requests that were served since their start. */
export function servedOf(all: readonly MetricsJson[]): Served {
  const sums = none();
  for (const { name, values } of all.flat()) {
    for (const { labels, value } of values) {
      if (name === 'adwarden_ads_answers_total') {
        sums.ads[endOfAds[String(labels.outcome)] ?? 'refused'] += value;
      }
      // The ads processes gave these answers for an office that was away.
      if (name === 'adwarden_office_away_total') sums.calls.failed += value;
      if (name === 'adwarden_http_answers_total') {
        sums.calls[endOfCall(String(labels.status))] += value;
      }
    }
  }
  return sums;
}

const since = (now: Ends, before: Ends): Ends => ({
  answered: now.answered - before.answered,
  refused: now.refused - before.refused,
  failed: now.failed - before.failed,
});

/** Logs the served requests in one line every five minutes. Returns the function that stops it. */
export function logServed(gather: () => Promise<MetricsJson[]>, logger: Logger): () => void {
  let before = none();
  const timer = setInterval(async () => {
    const now = servedOf(await gather());
    const ads = since(now.ads, before.ads);
    const calls = since(now.calls, before.calls);
    logger.info({ ads, calls }, 'served in 5 minutes');
    before = now;
  }, everyMs).unref();
  return () => clearInterval(timer);
}
