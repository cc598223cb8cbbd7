import { isObject } from './answer.ts';
import type { AdwardenOptions } from './api.ts';

/** The options of an app that may have passed anything, and what is wrong with them; null when nothing is. */
export type ReadOptions = { options: Partial<AdwardenOptions>; misuse: string | null };

/** Takes what can be used of the options. Never throws. */
export function readOptions(given: unknown): ReadOptions {
  try {
    if (!isObject(given)) throw given;
    const { storage, useSampleAds, log } = given as Partial<AdwardenOptions>;
    // Not spread: that would bring functions of its own into the code for old engines.
    const options: Partial<AdwardenOptions> = Object.assign({}, given);
    let misuse = null;
    if (log && typeof log !== 'function') {
      delete options.log;
      misuse = 'log must be a function';
    }
    if (storage && (!storage.getItem || !storage.setItem)) {
      delete options.storage;
      misuse = 'storage needs getItem and setItem';
    }
    if (useSampleAds && useSampleAds !== 'android' && useSampleAds !== 'ios') {
      // Who asks for samples must never click on live ads.
      options.useSampleAds = 'android';
      misuse = 'useSampleAds must be android or ios';
    }
    return { options, misuse };
  } catch {
    return { options: {}, misuse: 'startAdwarden needs options' };
  }
}
