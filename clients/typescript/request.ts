import { type Ads, isRefusal, readBody } from './answer.ts';
import { dateOf, maxAgeOf, retryAfterOf } from './header-values.ts';
import { usableTag } from './record.ts';
import { type Cause, isCleartext } from './status.ts';

/** What came of a request. Times are in seconds. */
export type Outcome =
  | { kind: 'new'; ads: Ads; etag: string | null; maxAge: number }
  | { kind: 'confirmed'; maxAge: number }
  | Failed;
export type Failed = {
  kind: 'failed';
  cause: Cause;
  message: string;
  /** Whether the server itself refused, so that it is to be asked less often. */
  isRefusal: boolean;
  retryAfter: number;
  dropTag: boolean;
  /** The server's time, in milliseconds since 1970; null if it did not say. */
  date: number | null;
};

export type Question = {
  /** Without a slash at its end. */
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
declare const location: { protocol: string } | undefined;
/** What a browser and React Native have. */
declare const XMLHttpRequest: new () => Xhr;
declare const navigator: { product?: string } | undefined;
type Xhr = {
  onload: () => void;
  onerror: () => void;
  withCredentials: boolean;
  readonly status: number;
  readonly responseText: string;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(): void;
  abort(): void;
};

const longestBody = 65_536;

/** Asks the server once. Never rejects. */
export async function request(question: Question): Promise<Outcome> {
  const aborting = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The race ends the request also where fetch does not heed the signal.
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`nothing within ${question.timeout / 1000} s`));
      aborting.abort();
    }, question.timeout);
  });
  try {
    return await Promise.race([exchange(question, aborting.signal), tooLate]);
  } catch (error) {
    return notReached(question.address, error);
  } finally {
    clearTimeout(timer);
    aborting.abort(); // an unread body would keep the connection
  }
}

async function exchange(question: Question, signal: AbortSignal): Promise<Outcome> {
  const { address, appID, authToken, etag, userAgent } = question;
  const query = `appID=${encodeURIComponent(appID)}&authToken=${encodeURIComponent(authToken)}`;
  const headers: Record<string, string> = {};
  const init: RequestInit = { headers, signal, redirect: 'manual', credentials: 'omit' };
  if (etag !== null) headers['If-None-Match'] = etag;
  // A web view has a cache of its own. React Native has none, and would add a parameter to the address for `no-store`.
  if (isWebView()) init.cache = 'no-store';
  // In a web view this header would need a permission of the server (CORS), and the request would fail.
  else headers['User-Agent'] = userAgent;
  const url = `${address}/api/getAds?${query}`;
  const response = await (isReactNative() ? sendByXhr(url, headers, signal) : fetch(url, init));
  const { status } = response;
  const header = (name: string) => response.headers.get(name);
  if (status === 304) {
    const tag = header('etag');
    const isAnswer = etag !== null && (tag === null || weak(tag) === weak(etag));
    if (!isAnswer) return notOurs(status, { dropTag: true });
    return { kind: 'confirmed', maxAge: maxAgeOf(header('cache-control')) };
  }
  // A browser hides where a redirect leads.
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const to = /^https?:\/\/[^/?#]+/i.exec(header('location') ?? '')?.[0] ?? 'another address';
    return failed('redirected', `Redirected to ${to}. The client does not follow redirects`);
  }
  const text = await readText(response);
  const ads = status === 200 ? readBody(text, appID) : null;
  if (ads) {
    const maxAge = maxAgeOf(header('cache-control'));
    return { kind: 'new', ads, etag: usableTag(header('etag')), maxAge };
  }
  // The status alone says nothing: the sign-in page of a network may have any.
  if (!isRefusal(text)) return notOurs(status);
  const [cause, words] = refusals[status] ?? (['refused', 'The server refused'] as const);
  const date = dateOf(header('date'));
  const retryAfter = retryAfterOf(header('retry-after'), date);
  return failed(cause, `${status}: ${words}`, { isRefusal: true, retryAfter, date });
}

/** What is used of a response. */
type Answer = Pick<Response, 'status' | 'type' | 'text'> & {
  headers: Pick<Headers, 'get'>;
  body?: Response['body'];
};

/** The fetch of React Native is a polyfill over XMLHttpRequest. */
const isReactNative = () =>
  (fetch as { polyfill?: boolean }).polyfill === true ||
  (typeof navigator !== 'undefined' && navigator.product === 'ReactNative');

/** That polyfill throws in a timer at a status such as 999, where nobody can catch it: it would end the app. */
function sendByXhr(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = new XMLHttpRequest();
    asking.onload = () =>
      resolve({
        status: asking.status,
        type: 'default',
        headers: { get: (name) => asking.getResponseHeader(name) },
        text: async () => asking.responseText,
      });
    asking.onerror = () => reject(new Error('Network request failed'));
    signal.addEventListener('abort', () => asking.abort());
    asking.open('GET', url);
    asking.withCredentials = false;
    for (const name of Object.keys(headers)) asking.setRequestHeader(name, headers[name] ?? '');
    asking.send();
  });
}

const isWebView = () => typeof document !== 'undefined';

/** An ETag without the mark that a filter on the way adds, such as one for gzip (RFC 9110, 8.8.3.2). */
const weak = (etag: string) => etag.replace(/^W\//, '');

function failed(cause: Cause, message: string, more: Partial<Failed> = {}): Failed {
  const { isRefusal = false, retryAfter = 0, dropTag = false, date = null } = more;
  return { kind: 'failed', cause, message, isRefusal, retryAfter, dropTag, date };
}

const notOurs = (status: number, more: Partial<Failed> = {}) =>
  failed(
    'not-ours',
    `${status}: The answer is not of an Adwarden server for this app. It may be the sign-in page of a network`,
    more,
  );

const refusals: Record<number, [Cause, string]> = {
  400: ['bad-request', 'The server does not understand the request. Check the app ID'],
  401: ['unauthorized', 'The app ID or the auth token is wrong, or the app was deleted'],
};

function notReached(address: string, error: unknown): Failed {
  const isHttp = isCleartext(address);
  if (isHttp && isWebView() && location?.protocol === 'https:') {
    return failed('cleartext', 'A page with https:// cannot ask an address with http://');
  }
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  const hint = isHttp ? '. Phones forbid http:// unless the app permits it' : '';
  return failed('no-answer', `No answer: ${cause?.message || message}${hint}`);
}

/** The body, if it is valid UTF-8 of at most 64 KB; throws otherwise. Old web views have no streams: it reads all. */
async function readText(response: Answer): Promise<string> {
  const length = Number(response.headers.get('content-length'));
  if (length > longestBody) throw new Error('the answer is too long');
  const reader = response.body?.getReader?.();
  if (!reader) {
    const text = await response.text();
    if (text.length > longestBody) throw new Error('the answer is too long');
    return text;
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    read += value.length;
    if (read > longestBody) throw new Error('the answer is too long');
    text += decoder.decode(value, { stream: true });
  }
}
