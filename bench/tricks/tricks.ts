import type { Variant } from './variant.ts';

/** What a trick is said to buy, and so what is measured with it and without it. */
export type Gain = 'answer' | 'tail' | 'start';

export type Trick = { gain: Gain; without: Variant };

const both = { 'ads/answers/ads.app-key.ts': 'ads.app-key.both.txt' };

/** Every optimisation that exists for speed only, by name, with the server that does without it. */
export const tricks: Record<string, Trick> = {
  'slabs and addresses (a Map of strings)': {
    gain: 'answer',
    without: { files: { ...both, 'ads/answers/ads.index.ts': 'ads.index.map.txt' } },
  },
  'usage table (a Map)': {
    gain: 'answer',
    without: { files: { ...both, 'ads/usage/ads.usage.ts': 'ads.usage.map.txt' } },
  },
  'app IDs as numbers (both of these by text)': {
    gain: 'answer',
    without: {
      files: {
        'ads/answers/ads.app-key.ts': 'ads.app-key.text.txt',
        'ads/answers/ads.index.ts': 'ads.index.map.txt',
        'ads/usage/ads.usage.ts': 'ads.usage.map.txt',
      },
    },
  },
  'pretenuring off': {
    gain: 'answer',
    without: {
      changes: [
        {
          file: 'kit/v8-young.ts',
          find: "setFlagsFromString('--no-allocation-site-pretenuring')",
          put: "setFlagsFromString('--allocation-site-pretenuring')",
        },
      ],
    },
  },
  'large pages': { gain: 'answer', without: { settings: { GLIBC_TUNABLES: '' } } },
  'low priority of V8’s threads': {
    gain: 'tail',
    without: {
      changes: [
        { file: 'kit/v8-threads.ts', find: 'const lowest = 19;', put: 'const lowest = 0;' },
      ],
    },
  },
  'low priority of the office': {
    gain: 'tail',
    without: {
      changes: [
        { file: 'processes/office.ts', find: 'const niceness = 10;', put: 'const niceness = 0;' },
      ],
    },
  },
  'compile cache': { gain: 'start', without: { settings: { NODE_COMPILE_CACHE: '' } } },
};
