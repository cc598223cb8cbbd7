import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPaused, judge } from '@adwarden/contract/judge';
import { namesTag } from '../../kit/entity-tag.ts';
import { newId } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import type { KeptAds } from '../answers/ads.answer.ts';
import { type AppKey, appKey } from '../answers/ads.app-key.ts';
import {
  etagWith,
  joinPieces,
  pausedAnswer,
  pausedTag,
  rulesOf,
  unpackPieces,
} from '../answers/ads.pieces.ts';
import type { AdsSnapshot } from '../answers/ads.snapshot.ts';
import type { CallerPart } from '../callers/caller.part.ts';
import type { Callers } from '../callers/caller.ts';
import type { AdsTime } from '../following/ads.time.ts';
import { type ActivePause, type AdsPauses, lastEnd } from '../pauses/ads.pauses.ts';
import type { AdsUsage } from '../usage/ads.usage.ts';
import type { WatchedApps } from '../watching/ads.watched.ts';
import type { AdsCounters } from './ads.counters.ts';
import { type AppQuestion, adsPath, readQuestion } from './ads.question.ts';
import * as refusals from './ads.refusals.ts';
import { matchToken } from './ads.token.ts';

export type AdsRouteParts = {
  snapshot: AdsSnapshot;
  counters: AdsCounters;
  usage: Pick<AdsUsage, 'count' | 'countUnknown'>;
  callers: Pick<Callers, 'find'>;
  pauses: AdsPauses;
  watched: Pick<WatchedApps, 'mayWant' | 'note'>;
  time: Pick<AdsTime, 'isKnown' | 'now' | 'ends'>;
  logger: Logger;
  /** ADS_MAX_AGE, in seconds. */
  maxAge: number;
};

/** Answers a request for the ads endpoint and says true; false when the request is not for it. */
export type AdsRoute = (request: IncomingMessage, response: ServerResponse) => boolean;

/** For how many seconds a cache may use an old answer while no server answers. */
const staleIfError = 86_400;

/** Builds the ads endpoint (ADR 30): from memory, before the framework, synchronous while nobody outside is asked. */
export function adsRoute(parts: AdsRouteParts): AdsRoute {
  const { snapshot, counters, usage, callers, pauses, watched, time, logger, maxAge } = parts;
  const { outcomes } = counters;
  const freshness = `max-age=${maxAge}, stale-while-revalidate=${maxAge}, stale-if-error=${staleIfError}`;
  const forAll = `public, ${freshness}`;
  const forOne = `private, ${freshness}`;

  /** `Cache-Control` of a paused answer: no cache may use it after the end of the pause. */
  function untilEnd(covering: readonly ActivePause[], whole: string): string {
    const end = lastEnd(covering);
    if (end === null) return whole;
    const seconds = Math.max(0, Math.floor((end - pauses.now()) / 1000));
    const [audience] = whole.split(',', 1);
    const isFar = seconds > maxAge + Math.max(maxAge, staleIfError);
    return isFar ? whole : `${audience}, max-age=${Math.min(maxAge, seconds)}`;
  }

  /** Sends 200 with the answer, or 304 when the client already has it, and returns which; null after 412. */
  function send(
    request: IncomingMessage,
    response: ServerResponse,
    etag: string,
    body: string,
    cacheControl: string,
  ): 'ok' | 'notModified' | null {
    const { headers } = request;
    const ifMatch = headers['if-match'];
    if (ifMatch !== undefined && !isWanted(ifMatch, etag)) {
      outcomes.preconditionFailed++;
      refusals.refuse(response, refusals.preconditionFailed);
      return null;
    }
    // nginx in front keeps If-None-Match to itself and hands it on for what it may not keep (ADR 9).
    const isForOne = cacheControl.startsWith('private');
    const handedOn = isForOne ? (headers['x-if-none-match'] as string) : undefined;
    const ifNoneMatch = headers['if-none-match'] ?? handedOn;
    if (namesTag(ifNoneMatch, etag)) {
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
        'X-Content-Type-Options',
        'nosniff',
      ]);
      response.end();
      return 'notModified';
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
      'X-Content-Type-Options',
      'nosniff',
    ]);
    if (request.method === 'HEAD') response.end();
    else response.end(body, 'latin1');
    return 'ok';
  }

  /** The answer of an app with IP rules: its pieces are joined for the caller (ADR 30). */
  function sendByRules(
    request: IncomingMessage,
    response: ServerResponse,
    key: AppKey,
    { etag, body }: KeptAds,
    covering: readonly ActivePause[],
    token: string,
    isPresent: boolean,
  ): void {
    const pieces = unpackPieces(body);
    const isOff = pieces.reason !== '' || isPaused(covering, pauses.now());
    // An app that is off for everybody costs no question outside.
    const found = callers.find(request, !isOff);
    const sendTo = (caller: CallerPart) => {
      counters.callers[caller.kind] = (counters.callers[caller.kind] ?? 0) + 1;
      const { reason } = judge(rulesOf(pieces), covering, caller, pauses.now());
      const whole = joinPieces(pieces, reason, caller.json);
      const tag = etagWith(etag, caller);
      const sent =
        reason === 'paused'
          ? send(request, response, pausedTag(tag), whole, untilEnd(covering, forOne))
          : send(request, response, tag, whole, forOne);
      if (sent) {
        const isNotModified = sent === 'notModified';
        usage.count(key, caller.country, reason ?? 'on', isNotModified, token, isPresent);
      }
    };
    if (!(found instanceof Promise)) return sendTo(found);
    found.then(sendTo).catch((error: unknown) => fail(response, error));
  }

  function fail(response: ServerResponse, error: unknown): void {
    const id = newId();
    outcomes.failed++;
    logger.error({ err: error, id }, 'an ads answer failed');
    if (response.headersSent) response.destroy();
    else refusals.refuse(response, refusals.failed(id));
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
      refusals.refuse(response, refusals.badRequest(question.errors));
      return noteWatched(appKey(question.appID), question.appID, request, response);
    }
    if (!snapshot.loaded || !pauses.known) {
      outcomes.notReady++;
      return refusals.refuse(response, refusals.notReady);
    }
    const key = appKey(question.appID);
    try {
      answerApp(request, response, question, key);
    } finally {
      noteWatched(key, question.appID, request, response);
    }
  }

  function noteWatched(
    key: AppKey | null,
    appID: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    if (key && watched.mayWant(key)) watched.note(appID, request, response);
  }

  /** Answers a question about one app; `key` is null when no app can have such an app ID. */
  function answerApp(
    request: IncomingMessage,
    response: ServerResponse,
    { appID, authToken }: AppQuestion,
    key: AppKey | null,
  ): void {
    const entry = key ? snapshot.get(key) : undefined;
    const match = matchToken(entry, authToken, time);
    if (!key || !entry || match === 'none') {
      // A phone takes a 401 as final: not while the app or its token may be newer than what we have.
      if (snapshot.mayLack) {
        outcomes.notReady++;
        return refusals.refuse(response, refusals.notReady);
      }
      outcomes.unauthorized++;
      if (key && entry) usage.count(key, null, 'wrong-token', false, authToken, false);
      else usage.countUnknown();
      return refusals.refuse(response, refusals.unauthorized);
    }
    if (match === 'unsure') {
      outcomes.notReady++;
      return refusals.refuse(response, refusals.notReady);
    }
    const isPresent = match === 'current';
    if (!isPresent) counters.oldTokens++;
    const covering = pauses.covering(appID, entry.scopes);
    if (!entry.shared) {
      return sendByRules(request, response, key, entry, covering, authToken, isPresent);
    }
    const { etag, body } = entry;
    const paused = covering.length > 0 && isPaused(covering, pauses.now());
    const sent = paused
      ? send(request, response, pausedTag(etag), pausedAnswer(body), untilEnd(covering, forAll))
      : send(request, response, etag, body, forAll);
    if (!sent) return;
    const outcome = paused ? 'paused' : (entry.reason ?? 'on');
    usage.count(key, null, outcome, sent === 'notModified', authToken, isPresent);
  }

  return (request, response) => {
    const url = request.url ?? '';
    if (!url.startsWith(adsPath)) return false;
    if (url.length > adsPath.length && url[adsPath.length] !== '?') return false;
    try {
      answer(request, response, url);
    } catch (error) {
      fail(response, error);
    }
    return true;
  };
}

/** Whether If-Match names this entity tag. The comparison is strong: a weak tag never matches (RFC 9110, 13.1.1). */
function isWanted(ifMatch: string, etag: string): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.includes(etag) || tags.includes('*');
}
