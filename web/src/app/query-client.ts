import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { toastError } from '../lib/toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `errorToast: false`: the caller shows its failure itself. */
    queryMeta: { errorToast?: false };
    mutationMeta: { errorToast?: false };
  }
}

/** Milliseconds for which an answer is fresh: a page that opens after its prefetch does not request it again. */
const staleTime = 5_000;

/**
 * Repeats only calls whose failure may be temporary: no connection, or an error of the server (5xx). After a call that
 * took too long, the person decides.
 */
function retry(failures: number, error: Error): boolean {
  if (!(error instanceof ApiError) || error.isGivenUp) return false;
  return (error.status === 0 || error.status >= 500) && failures < 2;
}

function showError(error: Error, meta: { errorToast?: false } | undefined): void {
  if (meta?.errorToast === false) return;
  if (error instanceof ApiError && error.sessionOver) return; // linkSession shows it
  toastError(messageOf(error));
}

/** Every failed call shows a toast with the server's message (spec, section 8). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => showError(error, meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => showError(error, meta),
    }),
    // 'always': also when the browser believes to be offline, because the server may be on this machine.
    defaultOptions: {
      queries: { retry, staleTime, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
