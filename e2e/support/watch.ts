import { type BrowserContext, expect } from '@playwright/test';
import { startedServers } from './server-process.ts';

/** A call that fails because a test wants it: the status, or the name of the network's error, and how its path begins. */
export type ExpectedFailure = `${number | `ERR_${string}`} /${string}`;

/** The path of an address; that of a `blob:` address is an address itself. */
function pathOf(address: string): string {
  const { pathname } = new URL(address);
  return pathname.startsWith('/') ? pathname : new URL(pathname).pathname;
}

/**
 * Watches every page of the contexts that it follows. `check` fails if a page has requested a host other than the tested
 * servers, violated the Content-Security-Policy, thrown an error, left a rejection unhandled, or written an error into
 * the console. The browser writes one for each failed call, too; the calls that `expected` names are no fault.
 */
export function openWatch(origins: ReadonlySet<string> = startedServers) {
  const faults: string[] = [];
  const failures: string[] = [];
  const expected: ExpectedFailure[] = [];
  return {
    expected,
    follow(context: BrowserContext) {
      context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        const isInner = protocol === 'data:' || protocol === 'blob:';
        if (isInner || origins.has(origin)) return;
        faults.push(`requested another host: ${request.url()}`);
      });
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        const failed = /^Failed to load resource: .*?(\d{3}|ERR_\w+)/.exec(message.text());
        if (failed) failures.push(`${failed[1]} ${pathOf(message.location().url)}`);
        else faults.push(`console: ${message.text()}`);
      });
      context.on('weberror', (error) => {
        faults.push(`thrown in the page: ${error.error().stack ?? error.error().message}`);
      });
    },
    check() {
      const unexpected = failures.filter((one) => !expected.some((named) => one.startsWith(named)));
      expect([...faults, ...unexpected], 'faults of the pages').toEqual([]);
    },
  };
}
