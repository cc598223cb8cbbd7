import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import type { Logger } from '../kit/logger.ts';
import type { KeptAds } from './ads.answer.ts';
import type { AdsCounters } from './ads.counters.ts';
import { adsPath, readQuestion } from './ads.question.ts';
import * as refusals from './ads.refusals.ts';
import type { AdsSnapshot } from './ads.snapshot.ts';
import { matchToken } from './ads.token.ts';

export type AdsRouteParts = {
  snapshot: AdsSnapshot;
  counters: AdsCounters;
  clock: Clock;
  logger: Logger;
  /** ADS_MAX_AGE, in seconds. */
  maxAge: number;
};

/** Answers a request for the ads endpoint and says true; false when the request is not for it. */
export type AdsRoute = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Whether the client has this answer already: weak comparison, lists and `*` (RFC 9110, 13.1.2). */
function isHeld(ifNoneMatch: string, etag: string): boolean {
  // A quoted tag of ours is in a list exactly when its text is: no other tag can hold its quotes.
  return ifNoneMatch.includes(etag) || ifNoneMatch.trim() === '*';
}

/** Builds the ads endpoint (design, section 5): synchronous, from memory, before the framework. */
export function adsRoute({ snapshot, counters, clock, logger, maxAge }: AdsRouteParts): AdsRoute {
  const { outcomes } = counters;
  const freshness = `max-age=${maxAge}, stale-while-revalidate=${maxAge}, stale-if-error=86400`;
  const forAll = `public, ${freshness}`;
  const forOne = `private, ${freshness}`;

  function send(request: IncomingMessage, response: ServerResponse, entry: KeptAds): void {
    const { etag, body } = entry;
    const cacheControl = entry.shared ? forAll : forOne;
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch !== undefined && isHeld(ifNoneMatch, etag)) {
      outcomes.notModified++;
      response.writeHead(304, [
        'Cache-Control',
        cacheControl,
        'ETag',
        etag,
        'Access-Control-Allow-Origin',
        '*',
        'Access-Control-Expose-Headers',
        'ETag',
      ]);
      response.end();
      return;
    }
    outcomes.ok++;
    response.writeHead(200, [
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      body.length,
      'Cache-Control',
      cacheControl,
      'ETag',
      etag,
      'Access-Control-Allow-Origin',
      '*',
      'Access-Control-Expose-Headers',
      'ETag',
    ]);
    if (request.method === 'HEAD') response.end();
    else response.end(body, 'latin1');
  }

  function answer(request: IncomingMessage, response: ServerResponse, url: string): void {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      if (method === 'OPTIONS') {
        outcomes.preflight++;
        return refusals.allowCors(response);
      }
      outcomes.methodNotAllowed++;
      return refusals.refuse(response, refusals.methodNotAllowed);
    }
    const question = readQuestion(url);
    if ('errors' in question) {
      outcomes.badRequest++;
      return refusals.refuse(response, refusals.badRequest(question.errors));
    }
    if (!snapshot.loaded) {
      outcomes.notReady++;
      return refusals.refuse(response, refusals.notReady);
    }
    const entry = snapshot.get(question.appID);
    const match = matchToken(entry, question.authToken, clock);
    if (!entry || match === 'none') {
      outcomes.unauthorized++;
      return refusals.refuse(response, refusals.unauthorized);
    }
    if (match === 'old') counters.oldTokens++;
    send(request, response, entry);
  }

  return (request, response) => {
    const url = request.url ?? '';
    if (!url.startsWith(adsPath)) return false;
    if (url.length > adsPath.length && url[adsPath.length] !== '?') return false;
    try {
      answer(request, response, url);
    } catch (error) {
      const id = newId();
      outcomes.failed++;
      logger.error({ err: error, id }, 'an ads answer failed');
      if (response.headersSent) response.destroy();
      else refusals.refuse(response, refusals.failed(id));
    }
    return true;
  };
}
