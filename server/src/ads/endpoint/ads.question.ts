import type { FieldError } from '@adwarden/contract/envelope';

/** The app ID and the token of a request, or the wrong fields. */
export type AppQuestion = { appID: string; authToken: string };

/** `appID`: the app that a wrong question names, if it names one. */
export type AdsQuestion = AppQuestion | { errors: FieldError[]; appID: string };

export const adsPath = '/api/getAds';

/** The longest URL of a question, in characters: a real one has 78. */
const longestUrl = 1024;

const appIDFirst = `${adsPath}?appID=`;
const tokenSecond = '&authToken=';
const tokenFirst = `${adsPath}?authToken=`;
const appIDSecond = '&appID=';
const appIDLength = 16;
const tokenLength = 32;
const plainLength = appIDFirst.length + appIDLength + tokenSecond.length + tokenLength;

/** Tells whether the URL has one `&`, at this place, and nothing that must be decoded. */
function isPlain(url: string, and: number): boolean {
  return (
    url.indexOf('&') === and &&
    url.indexOf('&', and + 1) === -1 &&
    url.indexOf('%') === -1 &&
    url.indexOf('+') === -1
  );
}

/** Reads the shape that clients send, without building anything; null for every other shape. */
export function readPlain(url: string): AdsQuestion | null {
  if (url.length !== plainLength) return null;
  if (url.startsWith(appIDFirst)) {
    const and = appIDFirst.length + appIDLength;
    const token = and + tokenSecond.length;
    if (!url.startsWith(tokenSecond, and) || !isPlain(url, and)) return null;
    return { appID: url.slice(appIDFirst.length, and), authToken: url.slice(token) };
  }
  if (url.startsWith(tokenFirst)) {
    const and = tokenFirst.length + tokenLength;
    const appID = and + appIDSecond.length;
    if (!url.startsWith(appIDSecond, and) || !isPlain(url, and)) return null;
    return { appID: url.slice(appID), authToken: url.slice(tokenFirst.length, and) };
  }
  return null;
}

/** Decodes a part of a query as forms encode it; throws when the encoding is broken. */
function decode(part: string): string {
  return decodeURIComponent(part.replaceAll('+', ' '));
}

function refuse(field: string, message: string): AdsQuestion {
  return { errors: [{ field, message }], appID: '' };
}

/**
 * Reads any query: each of the two parameters must come once and not empty. If one came twice, a cache in front and the server
 * could read it differently. Other parameters are ignored, because HTTP libraries add some (ADR 30 "Refusals").
 */
export function readExactly(url: string): AdsQuestion {
  if (url.length > longestUrl) return refuse('query', `The query is longer than ${longestUrl}`);
  const given = { appID: [] as string[], authToken: [] as string[] };
  for (const part of url.slice(adsPath.length + 1).split('&')) {
    const equals = part.indexOf('=');
    let name: string;
    let value: string;
    try {
      name = decode(equals === -1 ? part : part.slice(0, equals));
      value = decode(equals === -1 ? '' : part.slice(equals + 1));
    } catch {
      return refuse('query', 'The query is not percent-encoded correctly');
    }
    if (name === 'appID' || name === 'authToken') given[name].push(value);
  }
  const errors = (['appID', 'authToken'] as const).flatMap((field): FieldError[] => {
    if (given[field].length > 1) return [{ field, message: `${field} is given more than once` }];
    return given[field][0] ? [] : [{ field, message: `${field} is missing` }];
  });
  const [appID = ''] = given.appID;
  if (errors.length > 0) return { errors, appID };
  const [authToken = ''] = given.authToken;
  return { appID, authToken };
}

/** Reads the question from a URL whose path is that of the ads endpoint. */
export function readQuestion(url: string): AdsQuestion {
  return readPlain(url) ?? readExactly(url);
}
