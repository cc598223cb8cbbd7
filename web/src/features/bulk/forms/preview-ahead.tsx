import type { Batch, BatchPreview } from '@adwarden/contract/batches/batches';
import { counted } from '@adwarden/contract/counted';
import { Button, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { previewChange, useStartBatch } from '../batches.api.ts';
import type { AskedBatch, Previewed } from '../picked.ts';
import { toDo } from '../preview/preview-rules.ts';
import { PreviewSummary } from '../preview/preview-summary.tsx';
import classes from './preview-ahead.module.css';

/** Milliseconds without a change of the form before its preview is made. */
const pause = 400;
/** The most applications for which the form makes its preview by itself. A larger preview takes seconds: it waits for a click. */
export const mostAhead = 500;

/** Makes the preview of a form that is filled in before anybody asks for it; returns null while these values have none. */
export function usePreviewAhead(asked: AskedBatch | null): Previewed | null {
  const key = JSON.stringify(asked);
  const [settled] = useDebouncedValue(key, pause);
  const isSettled = settled === key;
  const { data } = useQuery({
    queryKey: ['batches', 'ahead', settled],
    queryFn: () => (asked ? previewChange(asked) : null),
    enabled: asked !== null && isSettled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { errorToast: false },
  });
  return (isSettled && data) || null;
}

/** Starts the batch of the preview that the form shows. The function returns false if no preview would change something. */
export function useStartAhead(onStarted: (batch: Batch) => void) {
  const start = useStartBatch();
  return async (ahead: Previewed | null): Promise<boolean> => {
    if (!ahead || toDo(ahead.preview) === 0) return false;
    try {
      onStarted((await start.mutateAsync(ahead.preview.previewID)).data.batch);
      return true;
    } catch (error) {
      // The preview has expired or was used: another one is shown before anything changes.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return false;
      throw error;
    }
  };
}

const outcomes = ({ changed, unchanged, refused }: BatchPreview) =>
  [
    `${counted(changed, 'application')} would change`,
    ...(unchanged > 0
      ? [`${counted(unchanged, 'stays', 'stay')} as ${unchanged === 1 ? 'it is' : 'they are'}`]
      : []),
    ...(refused > 0 ? [`${counted(refused, 'is', 'are')} refused`] : []),
  ].join(', ');

/** Shows what the filled form would do, with a button that shows it application by application. */
export function PreviewAhead({ preview, onShow }: { preview: BatchPreview; onShow: () => void }) {
  return (
    <Stack gap="sm" className={classes.ahead} role="status">
      <p className={classes.line}>
        {outcomes(preview)}.{' '}
        <Button variant="subtle" size="compact-sm" onClick={onShow}>
          Show each
        </Button>
      </p>
      <PreviewSummary preview={preview} />
    </Stack>
  );
}
