import { type BrowserContext, expect } from '@playwright/test';

/** The browser's own console message about a failed request. */
const networkMessage = /^Failed to load resource/;

/**
 * Watches every page of a context. The returned function fails if a page has requested another host, violated the
 * Content-Security-Policy, or written an error into the console.
 */
export function watch(context: BrowserContext, address: string): () => void {
  const faults: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const isInner = protocol === 'data:' || protocol === 'blob:';
    if (!isInner && origin !== address) faults.push(`requested another host: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !networkMessage.test(message.text())) {
      faults.push(`console: ${message.text()}`);
    }
  });
  context.on('weberror', (error) => {
    faults.push(`thrown in the page: ${error.error().stack ?? error.error().message}`);
  });
  return () => expect(faults, 'forbidden things that the pages did').toEqual([]);
}
