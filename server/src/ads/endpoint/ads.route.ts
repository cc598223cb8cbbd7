import { isPaused, judge } from '@adwarden/contract/judge';
import { type Answer, bodyLength, entityTag, Head } from '../../kit/answers/answer.ts';
import { namesTag } from '../../kit/answers/entity-tag.ts';
import type { RequestOrigin } from '../../kit/caller-address.ts';
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
import { type AdsQuestion, type AppQuestion, adsPath, readQuestion } from './ads.question.ts';
import * as refusals from './ads.refusals.ts';
import { matchToken } from './ads.token.ts';

export type AdsRouteDeps = {
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
  /** COUNTRY_HEADER, in lower case. */
  countryHeader: string;
};

/** A request for the ads endpoint, wherever it was read. */
type AdsRequest = RequestOrigin & {
  method: string;
  /** Path and query; the path is that of the endpoint. */
  url: string;
};

/** The ads endpoint. It knows no sockets: the reader of a request sends its answer. */
export type AdsEndpoint = {
  readonly path: string;
  /** All header fields that it reads except If-Match, in lower case. */
  readonly fields: readonly string[];
  /** Decides the answer to a request, and counts it. Never throws, and the promise never rejects. */
  answer(request: AdsRequest): Answer | Promise<Answer>;
  /** Builds the answer while something is broken. Counts and logs the fault. */
  fault(error: unknown): Answer;
};

const fields = [
  'if-none-match',
  'x-if-none-match',
  'x-forwarded-for',
  'forwarded',
  'access-control-request-headers',
];

/** The seconds for which a cache may use an old answer while no server answers. */
const staleIfError = 86_400;

/** An answer to a phone, and how it is counted; null after 412. */
type Sent = { answer: Answer; isNotModified: boolean | null };

const cors = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag',
  'X-Content-Type-Options',
  'nosniff',
];

/** Builds the heads of answers that a cache may keep as `Cache-Control` says. */
function headsOf(cacheControl: string): { ok: Head; notModified: Head } {
  const validators = ['Cache-Control', cacheControl, 'ETag', entityTag];
  const content = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', bodyLength];
  return {
    ok: new Head(200, [...content, ...validators, ...cors]),
    notModified: new Head(304, [...validators, ...cors]),
  };
}

type Heads = ReturnType<typeof headsOf>;

/** Builds the ads endpoint (ADR 30): from memory, before the framework, synchronous while no outside service is asked. */
export function adsRoute(deps: AdsRouteDeps): AdsEndpoint {
  const {
    snapshot,
    counters,
    usage,
    callers,
    pauses,
    watched,
    time,
    logger,
    maxAge,
    countryHeader,
  } = deps;
  const { outcomes } = counters;
  const freshness = `max-age=${maxAge}, stale-while-revalidate=${maxAge}, stale-if-error=${staleIfError}`;
  const forAll = headsOf(`public, ${freshness}`);
  const forOne = headsOf(`private, ${freshness}`);

  /** Builds the heads of a paused answer: no cache may use it after the end of the pause. */
  function untilEnd(covering: readonly ActivePause[], heads: Heads): Heads {
    const end = lastEnd(covering);
    if (end === null) return heads;
    const seconds = Math.max(0, Math.floor((end - pauses.now()) / 1000));
    if (seconds > maxAge + Math.max(maxAge, staleIfError)) return heads;
    const audience = heads === forAll ? 'public' : 'private';
    return headsOf(`${audience}, max-age=${Math.min(maxAge, seconds)}`);
  }

  /** Builds 200 with the answer, 304 when the client already has it, or 412. `isForOne`: no other caller may get it. */
  function conclude(
    { headers }: AdsRequest,
    tag: string,
    body: string,
    heads: Heads,
    isForOne: boolean,
  ): Sent {
    const ifMatch = headers['if-match'];
    if (ifMatch !== undefined && !isWanted(ifMatch, tag)) {
      outcomes.preconditionFailed++;
      return { answer: refusals.preconditionFailed, isNotModified: null };
    }
    // nginx in front keeps If-None-Match to itself, and forwards it only for answers that it may not keep (ADR 9).
    const handedOn = isForOne ? (headers['x-if-none-match'] as string) : undefined;
    if (namesTag(headers['if-none-match'] ?? handedOn, tag)) {
      outcomes.notModified++;
      return { answer: { head: heads.notModified, tag, body: '' }, isNotModified: true };
    }
    outcomes.ok++;
    return { answer: { head: heads.ok, tag, body }, isNotModified: false };
  }

  /** Builds the answer of an app with IP rules: its pieces are joined for the caller (ADR 30). */
  function answerByRules(
    request: AdsRequest,
    key: AppKey,
    { etag, body }: KeptAds,
    covering: readonly ActivePause[],
    token: string,
    isPresent: boolean,
  ): Answer | Promise<Answer> {
    const pieces = unpackPieces(body);
    const isOff = pieces.reason !== '' || isPaused(covering, pauses.now());
    // For an app that is off for everybody, no outside service is asked.
    const found = callers.find(request, !isOff);
    const answerTo = (caller: CallerPart): Answer => {
      counters.callers[caller.kind] = (counters.callers[caller.kind] ?? 0) + 1;
      const { reason } = judge(rulesOf(pieces), covering, caller, pauses.now());
      const whole = joinPieces(pieces, reason, caller.json);
      const own = etagWith(etag, caller);
      const isPausedNow = reason === 'paused';
      const heads = isPausedNow ? untilEnd(covering, forOne) : forOne;
      const tag = isPausedNow ? pausedTag(own) : own;
      const { answer, isNotModified } = conclude(request, tag, whole, heads, true);
      if (isNotModified !== null) {
        usage.count(key, caller.country, reason ?? 'on', isNotModified, token, isPresent);
      }
      return answer;
    };
    return found instanceof Promise ? found.then(answerTo).catch(fault) : answerTo(found);
  }

  function fault(error: unknown): Answer {
    const id = newId();
    outcomes.failed++;
    logger.error({ err: error, id }, 'an ads answer failed');
    return refusals.failed(id);
  }

  function decide(request: AdsRequest): Answer | Promise<Answer> {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      if (method === 'OPTIONS') {
        outcomes.preflight++;
        return refusals.allowCors(request.headers['access-control-request-headers']);
      }
      outcomes.methodNotAllowed++;
      return refusals.methodNotAllowed;
    }
    const question = readQuestion(request.url);
    const key = appKey(question.appID);
    const answer = answerQuestion(request, question, key);
    if (!key || !watched.mayWant(key)) return answer;
    return noted(request, question.appID, answer);
  }

  /** Notes an answer for Connect. A late answer is noted when it comes, unless the phone is gone. */
  function noted(
    { headers, socket }: AdsRequest,
    appID: string,
    answer: Answer | Promise<Answer>,
  ): Answer | Promise<Answer> {
    // The address is read now, because a closed connection does not have it any more.
    const from = { headers, socket: { remoteAddress: socket.remoteAddress } };
    const note = (made: Answer): Answer => {
      if (!socket.destroyed) watched.note(appID, from, made.head.status);
      return made;
    };
    return answer instanceof Promise ? answer.then(note) : note(answer);
  }

  function answerQuestion(
    request: AdsRequest,
    question: AdsQuestion,
    key: AppKey | null,
  ): Answer | Promise<Answer> {
    if ('errors' in question) {
      outcomes.badRequest++;
      return refusals.badRequest(question.errors);
    }
    if (!snapshot.loaded || !pauses.known) {
      outcomes.notReady++;
      return refusals.notReady;
    }
    try {
      return answerApp(request, question, key);
    } catch (error) {
      return fault(error);
    }
  }

  /** Answers a question about one app; `key` is null when no app can have such an app ID. */
  function answerApp(
    request: AdsRequest,
    { appID, authToken }: AppQuestion,
    key: AppKey | null,
  ): Answer | Promise<Answer> {
    const entry = key ? snapshot.get(key) : undefined;
    const match = matchToken(entry, authToken, time);
    if (!key || !entry || match === 'none') {
      // A phone takes a 401 as final, so it gets none while the app or its token may be newer than our data.
      if (snapshot.mayLack) {
        outcomes.notReady++;
        return refusals.notReady;
      }
      outcomes.unauthorized++;
      if (key && entry) usage.count(key, null, 'wrong-token', false, authToken, false);
      else usage.countUnknown();
      return refusals.unauthorized;
    }
    if (match === 'unsure') {
      outcomes.notReady++;
      return refusals.notReady;
    }
    const isPresent = match === 'current';
    if (!isPresent) counters.oldTokens++;
    const covering = pauses.covering(appID, entry.scopes);
    if (!entry.shared) return answerByRules(request, key, entry, covering, authToken, isPresent);
    const { etag, body } = entry;
    const paused = covering.length > 0 && isPaused(covering, pauses.now());
    const { answer, isNotModified } = paused
      ? conclude(request, pausedTag(etag), pausedAnswer(body), untilEnd(covering, forAll), false)
      : conclude(request, etag, body, forAll, false);
    if (isNotModified === null) return answer;
    const outcome = paused ? 'paused' : (entry.reason ?? 'on');
    usage.count(key, null, outcome, isNotModified, authToken, isPresent);
    return answer;
  }

  return {
    path: adsPath,
    fields: countryHeader === '' ? fields : [...fields, countryHeader],
    answer(request) {
      try {
        return decide(request);
      } catch (error) {
        return fault(error);
      }
    },
    fault,
  };
}

/** Tells whether If-Match names this entity tag. The comparison is strong: a weak tag never matches (RFC 9110, 13.1.1). */
function isWanted(ifMatch: string, etag: string): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.includes(etag) || tags.includes('*');
}
