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

/** Milliseconds for which an answer needs no second asking: a page opened after its prefetch. */
const staleTime = 5_000;

/** Only what may pass by itself is asked for again: no answer, or the server's own fault. */
function retry(failures: number, error: Error): boolean {
  const passing = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return passing && failures < 2;
}

function tell(error: Error, meta: { errorToast?: false } | undefined): void {
  if (meta?.errorToast === false) return;
  if (error instanceof ApiError && error.sessionOver) return; // said where the session is ended
  toastError(messageOf(error));
}

/** Every failed call is told by a toast with the server's message (spec, section 8). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => tell(error, meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => tell(error, meta),
    }),
    // Calls are made whatever the browser thinks of the network: the server may be on this machine.
    defaultOptions: {
      queries: { retry, staleTime, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
