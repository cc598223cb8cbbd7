import { type Ads, readBody } from './answer.ts';
import { usableTag } from './record.ts';

/** What came of a request. Times are in seconds. */
export type Outcome =
  | { kind: 'new'; ads: Ads; etag: string | null; maxAge: number }
  | { kind: 'confirmed'; maxAge: number }
  | { kind: 'refused' }
  | { kind: 'failed'; retryAfter: number; dropTag: boolean };

export type Question = {
  address: string;
  appID: string;
  authToken: string;
  etag: string | null;
  userAgent: string;
  /** Milliseconds for the whole request. */
  timeout: number;
};

/** What only a browser or a web view has. */
declare const document: object | undefined;

const longestBody = 65_536;
const day = 86_400;

/** Asks the server once. Never rejects. */
export async function request(question: Question): Promise<Outcome> {
  const aborting = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The race ends the request also where fetch does not heed the signal.
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('too late'));
      aborting.abort();
    }, question.timeout);
  });
  try {
    return await Promise.race([exchange(question, aborting.signal), tooLate]);
  } catch {
    return { kind: 'failed', retryAfter: 0, dropTag: false };
  } finally {
    clearTimeout(timer);
    aborting.abort(); // an unread body would keep the connection
  }
}

async function exchange(question: Question, signal: AbortSignal): Promise<Outcome> {
  const { address, appID, authToken, etag, userAgent } = question;
  const query = `appID=${encodeURIComponent(appID)}&authToken=${encodeURIComponent(authToken)}`;
  const headers: Record<string, string> = {};
  if (etag !== null) headers['If-None-Match'] = etag;
  // In a web view this header would need a permission of the server (CORS), and the request would fail.
  if (typeof document === 'undefined') headers['User-Agent'] = userAgent;
  const response = await fetch(`${address.replace(/\/+$/, '')}/api/getAds?${query}`, {
    headers,
    signal,
    redirect: 'manual',
    credentials: 'omit',
    // No `cache`: React Native would add a parameter to the address for `no-store`.
  });
  const given = response.headers;
  const failed = { kind: 'failed', retryAfter: 0, dropTag: false } as const;
  if (response.status === 200) {
    const ads = readBody(await readText(response), appID);
    if (!ads) return failed;
    return { kind: 'new', ads, etag: usableTag(given.get('etag')), maxAge: maxAgeOf(given) };
  }
  if (response.status === 304) {
    const tag = given.get('etag');
    const isAnswer = etag !== null && (tag === null || tag === etag);
    return isAnswer ? { kind: 'confirmed', maxAge: maxAgeOf(given) } : { ...failed, dropTag: true };
  }
  if (response.status === 401) return { kind: 'refused' };
  return { ...failed, retryAfter: retryAfterOf(given) };
}

/** The body, if it is valid UTF-8 of at most 64 KB; throws otherwise. React Native has no streams: it reads all. */
async function readText(response: Response): Promise<string> {
  if (Number(response.headers.get('content-length')) > longestBody) throw new Error('too long');
  const reader = response.body?.getReader?.();
  if (!reader) {
    const text = await response.text();
    if (text.length > longestBody) throw new Error('too long');
    return text;
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > longestBody) throw new Error('too long');
    text += decoder.decode(value, { stream: true });
  }
}

function maxAgeOf(headers: Headers): number {
  const [, seconds] =
    /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(headers.get('cache-control') ?? '') ?? [];
  return Math.min(Math.max(Number(seconds ?? 30), 1), day);
}

/** Seconds from now; 0 when the server did not say. A date is compared with the server's own, if it can be read. */
function retryAfterOf(headers: Headers): number {
  const text = headers.get('retry-after')?.trim() ?? '';
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), day);
}
