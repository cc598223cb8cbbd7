import {
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Request,
  type WebError,
} from '@playwright/test';
import { startedServers } from './server-process.ts';

/** A call that fails because a test wants it: the status, or the name of the network's error, and how its path begins. */
export type ExpectedFailure = `${number | `ERR_${string}`} /${string}`;

/** Returns the path of an address; that of a `blob:` address is an address itself. */
function pathOf(address: string): string {
  const { pathname } = new URL(address);
  return pathname.startsWith('/') ? pathname : new URL(pathname).pathname;
}

/** Playwright takes its clock out of a page between two tests, and a script of it may still run there. */
const ofRunnersClock = /reading 'controller'\)\n\s+at <anonymous>/;

/**
 * Questions for news by themselves. Whoever is asked again who they are (403) has another token afterwards, and a question that was on
 * its way with the old one is refused; the page asks it again.
 */
const ofOldToken: readonly string[] = ['401 /bell', '401 /changes/news'];

/**
 * Watches every page of the contexts that it follows. `check` fails if a page has requested a host other than the tested
 * servers, violated the Content-Security-Policy, thrown an error, left a rejection unhandled, or written an error into
 * the console. The browser writes one for each failed call, too; the calls that `expected` names are no fault.
 */
export function openWatch(origins: ReadonlySet<string> = startedServers) {
  const faults: string[] = [];
  const failures: string[] = [];
  const expected: ExpectedFailure[] = [];
  const onRequest = (request: Request) => {
    const { origin, protocol } = new URL(request.url());
    const isInner = protocol === 'data:' || protocol === 'blob:';
    if (isInner || origins.has(origin)) return;
    faults.push(`requested another host: ${request.url()}`);
  };
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return;
    const failed = /^Failed to load resource: .*?(\d{3}|ERR_\w+)/.exec(message.text());
    if (failed) failures.push(`${failed[1]} ${pathOf(message.location().url)}`);
    else faults.push(`console: ${message.text()}`);
  };
  const onError = (error: WebError) => {
    const { stack, message } = error.error();
    if (!ofRunnersClock.test(stack ?? '')) faults.push(`thrown in the page: ${stack ?? message}`);
  };
  return {
    expected,
    follow(context: BrowserContext) {
      context.on('request', onRequest).on('console', onConsole).on('weberror', onError);
    },
    /** Call it for a context that the next test uses, too. */
    leave(context: BrowserContext) {
      context.off('request', onRequest).off('console', onConsole).off('weberror', onError);
    },
    check() {
      const isAskedAgain = expected.some((named) => named.startsWith('403 '));
      const unexpected = failures.filter(
        (one) =>
          !expected.some((named) => one.startsWith(named)) &&
          !(isAskedAgain && ofOldToken.includes(one)),
      );
      expect([...faults, ...unexpected], 'faults of the pages').toEqual([]);
    },
  };
}
