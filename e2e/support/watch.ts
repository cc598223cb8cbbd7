import { type BrowserContext, expect } from '@playwright/test';

/** What the browser says by itself of an answer with an error status, or of one that never came. */
const ofTheNetwork = /^Failed to load resource/;

/**
 * Watches every page of a context; the answered function fails when one of them asked another host,
 * broke the Content-Security-Policy, or wrote an error into the console.
 */
export function watch(context: BrowserContext, address: string): () => void {
  const faults: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const isInner = protocol === 'data:' || protocol === 'blob:';
    if (!isInner && origin !== address) faults.push(`asked another host: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !ofTheNetwork.test(message.text())) {
      faults.push(`console: ${message.text()}`);
    }
  });
  context.on('weberror', (error) => {
    faults.push(`thrown in the page: ${error.error().stack ?? error.error().message}`);
  });
  return () => expect(faults, 'what the pages did beside their work').toEqual([]);
}
