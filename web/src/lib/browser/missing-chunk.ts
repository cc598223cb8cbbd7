import { onServer } from '../base-path.ts';
import { toastError } from '../toasts.ts';

/** The message when a chunk does not load. */
export const chunkMissing = 'The server cannot be reached, or the app was updated in the meantime';

/** Milliseconds that the server may take to say which build it has. */
const timeLimit = 10_000;

/** Whether the server has another build of this app than this page: its index.html names another first script. */
export async function isOutdated(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!script) return false;
  try {
    const answer = await fetch(onServer('/'), {
      headers: { accept: 'text/html' },
      cache: 'no-cache',
      signal: AbortSignal.timeout(timeLimit),
    });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    return false;
  }
}

/** Says why something that a person asked for does not open. After an update, `useOfferReload` has said it already. */
export async function toastMissingChunk(): Promise<void> {
  if (!(await isOutdated())) toastError(chunkMissing);
}
