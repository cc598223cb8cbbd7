import { limits } from '@adwarden/contract/limits';
import type { SentEvent } from '@adwarden/contract/notifications/sent-event';
import type { Clock } from '../../../kit/clock.ts';
import { redact } from '../../../kit/faults/redact.ts';
import { postOutside } from '../../../kit/outside/post-outside.ts';
import type { Reach } from '../../../kit/outside/reach.ts';
import type { ResolveHost } from '../../../kit/outside/resolve-host.ts';
import type { Seal } from '../../../kit/seal.ts';
import { bodyOf } from './webhooks.formats.present.ts';
import { signatureHeaders } from './webhooks.signature.policy.ts';
import { type Hidden, type Outcome, type StoredWebhook, sealPurpose } from './webhooks.table.ts';

/** Milliseconds that a receiver has to answer. */
const answerMs = limits.webhooks.seconds * 1000;

export type SenderDeps = {
  seal: Seal;
  resolve: ResolveHost;
  reach: Reach;
  clock: Clock;
  version: string;
};

/** Sends an event to a webhook, once. Returns the result, and rejects only when `signal` ends it. */
export type SendTo = (
  webhook: Pick<StoredWebhook, 'id' | 'sealed' | 'format'>,
  event: SentEvent,
  signal: AbortSignal,
) => Promise<Outcome>;

/** Returns the URL and the secret of a webhook; null when their key is lost. */
export function openHidden(
  seal: Seal,
  { id, sealed }: { id: string; sealed: string },
): Hidden | null {
  const text = seal.open(sealed, sealPurpose(id));
  return text === null ? null : (JSON.parse(text) as Hidden);
}

/** Builds the function that sends events. */
export function createSendTo(deps: SenderDeps): SendTo {
  const { seal, resolve, reach, clock, version } = deps;
  return async (webhook, event, signal) => {
    const began = performance.now();
    const outcome = (over: Partial<Outcome>): Outcome => ({
      status: null,
      error: '',
      retryAfterMs: null,
      ...over,
      ms: Math.round(performance.now() - began),
    });
    const hidden = openHidden(seal, webhook);
    if (!hidden) {
      return outcome({ error: 'its URL cannot be decrypted: enter it again' });
    }
    const url = new URL(hidden.url);
    const body = bodyOf(webhook.format, event);
    const seconds = Math.floor(clock() / 1000);
    try {
      const { status, retryAfterMs } = await postOutside({
        url,
        body,
        resolve,
        reach,
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
        headers: {
          'content-type': 'application/json',
          'user-agent': `Adwarden/${version}`,
          'adwarden-event': event.type,
          'adwarden-event-id': event.id,
          ...signatureHeaders(hidden.secret, { id: event.id, seconds, body }),
        },
      });
      return outcome({ status, retryAfterMs, error: errorOf(status) });
    } catch (error) {
      if (signal.aborted) throw error;
      return outcome({ error: redact((error as Error).message, secretsOf(url, hidden.secret)) });
    }
  };
}

/** Returns the secrets that no text about a webhook may contain: whoever knows the path of a chat's URL can write there. */
const secretsOf = ({ href, pathname, search, password }: URL, secret: string): string[] => [
  href,
  ...(pathname === '/' ? [] : [`${pathname}${search}`, pathname]),
  search,
  decodeURIComponent(password),
  secret,
];

function errorOf(status: number): string {
  if (status >= 200 && status < 300) return '';
  const isRedirect = status >= 300 && status < 400;
  return `it answers ${status}${isRedirect ? ': redirects are not followed' : ''}`;
}
