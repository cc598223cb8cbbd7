import type { Variant } from './variant.ts';

/**
 * The expected gain of a trick, which is measured with it and without it: the processor time of an answer (to any phone, or to
 * one whose app has IP rules), the ads' p99 while people work, the time that ads wait while others read nothing, or the time of
 * a start.
 */
export type Gain = 'answer' | 'answer by IP rules' | 'tail' | 'slow readers' | 'start';

export type Trick = { gain: Gain; without: Variant };

const both = { 'ads/answers/ads.app-key.ts': 'ads.app-key.both.txt' };
const index = 'ads/answers/ads.index.ts';
const usage = 'ads/usage/ads.usage.ts';
const route = 'ads/endpoint/ads.route.ts';

/** Every optimisation that exists for speed only, by name, with the server that does without it. */
export const tricks: Record<string, Trick> = {
  'slabs and addresses (a Map of strings)': {
    gain: 'answer',
    without: { files: { ...both, [index]: 'ads.index.strings.txt' } },
  },
  'slabs and addresses (a Map of Buffers)': {
    gain: 'answer',
    without: { files: { ...both, [index]: 'ads.index.buffers.txt' } },
  },
  'usage table (a Map)': {
    gain: 'answer',
    without: { files: { ...both, [usage]: 'ads.usage.map.txt' } },
  },
  'app IDs as numbers (slabs and usage table: Maps)': {
    gain: 'answer',
    without: {
      files: {
        'ads/answers/ads.app-key.ts': 'ads.app-key.text.txt',
        [index]: 'ads.index.strings.txt',
        [usage]: 'ads.usage.map.txt',
      },
    },
  },
  'usage added in thousands': {
    gain: 'answer',
    without: {
      changes: [{ file: usage, find: 'const mostNoted = 1024;', put: 'const mostNoted = 1;' }],
    },
  },
  'pretenuring off': {
    gain: 'answer',
    without: {
      changes: [
        {
          file: 'kit/process/v8-young.ts',
          find: "setFlagsFromString('--no-allocation-site-pretenuring')",
          put: "setFlagsFromString('--allocation-site-pretenuring')",
        },
      ],
    },
  },
  'questions cut out of the URL': {
    gain: 'answer',
    without: {
      changes: [
        {
          file: 'ads/endpoint/ads.question.ts',
          find: 'return readPlain(url) ?? readExactly(url);',
          put: 'return readExactly(url);',
        },
      ],
    },
  },
  'tokens compared without digests': {
    gain: 'answer',
    without: {
      changes: [
        {
          file: 'ads/endpoint/ads.token.ts',
          find: 'if (one.length !== tokenLength || other.length !== tokenLength) {',
          put: 'if (one !== null) {',
        },
      ],
    },
  },
  'bits of watched apps': {
    gain: 'answer',
    without: {
      changes: [{ file: route, find: '!key || !watched.mayWant(key)', put: '!key' }],
    },
  },
  'callers kept by the text of their address': {
    gain: 'answer by IP rules',
    without: {
      changes: [
        {
          file: 'ads/callers/caller.ts',
          find: 'const known = places.get(written);',
          put: 'const known = undefined as Place | undefined;',
        },
      ],
    },
  },
  'proxies judged once': {
    gain: 'answer by IP rules',
    without: {
      changes: [
        {
          file: 'kit/caller-address.ts',
          find: 'const known = judged.get(written);',
          put: 'const known = undefined as Hop | undefined;',
        },
      ],
    },
  },
  'turns of everything except ads': {
    gain: 'slow readers',
    without: {
      changes: [
        {
          file: 'front/address-turns.ts',
          find: '    if (this.#isTaken) return this.#waiting.push',
          put: '    if (this.size < 0) return this.#waiting.push',
        },
      ],
    },
  },
  'low priority of V8’s threads': {
    gain: 'tail',
    without: {
      changes: [
        { file: 'kit/process/v8-threads.ts', find: 'const lowest = 19;', put: 'const lowest = 0;' },
      ],
    },
  },
  'low priority of the office': {
    gain: 'tail',
    without: {
      changes: [
        {
          file: 'processes/supervisor.ts',
          find: 'const ofOffice = 10;',
          put: 'const ofOffice = 0;',
        },
      ],
    },
  },
  'compile cache': { gain: 'start', without: { settings: { NODE_COMPILE_CACHE: '' } } },
};
