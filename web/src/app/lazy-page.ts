import type { ComponentType } from 'react';
import { chunkMissing } from '../lib/browser/missing-chunk.ts';

/** Milliseconds that the chunk of a page may take (spec, section 9). */
const timeLimit = 120_000;

/** The chunk of a page did not load; the message is shown to the user. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
}

/** For a route's `lazy`: loads the page from its chunk, or throws `PageLoadError`, after 120 s at the latest. */
export function lazyPage(load: () => Promise<ComponentType>) {
  return async (): Promise<{ Component: ComponentType }> => {
    const page = load().catch((cause) => {
      throw new PageLoadError(chunkMissing, { cause });
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = new PageLoadError('The server did not answer in time');
      timer = setTimeout(() => reject(error), timeLimit);
    });
    try {
      return { Component: await Promise.race([page, late]) };
    } finally {
      clearTimeout(timer);
    }
  };
}
