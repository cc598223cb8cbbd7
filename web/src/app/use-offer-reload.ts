import { useWindowEvent } from '@mantine/hooks';
import { isOutdated } from '../lib/browser/missing-chunk.ts';
import { toastWith } from '../ui/feedback/action-toast.tsx';

/**
 * When a chunk does not load because the server was updated, offers to reload. The page stays until then, so that
 * people can save what they have typed; if they have not, the browser asks before it reloads.
 */
export function useOfferReload(): void {
  useWindowEvent('vite:preloadError', async () => {
    if (!(await isOutdated())) return;
    toastWith(
      'The app was updated. Save what you are working on, then reload the page.',
      { label: 'Reload', act: () => window.location.reload() },
      { id: 'reload', time: null },
    );
  });
}
