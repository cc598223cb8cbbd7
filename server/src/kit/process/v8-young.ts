import { setFlagsFromString } from 'node:v8';

/**
 * Switches V8's allocation-site pretenuring off (ADR 33). With it, V8 may decide after one garbage collection
 * that objects made at some line live long, and from then on makes them in the old generation. When one of
 * them is made for each ads answer, V8 collects the whole heap every ten seconds, and answers wait for that.
 * Must be called before the first request.
 */
export function makeObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
