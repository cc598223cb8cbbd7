import type { BatchPreview } from '@adwarden/contract/batches/batches';
import { counted } from '@adwarden/contract/counted';
import { Button, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { previewChange } from '../batches.api.ts';
import type { AskedBatch, Previewed } from '../picked.ts';
import { PreviewSummary } from '../preview/preview-summary.tsx';
import classes from './preview-ahead.module.css';

/** Milliseconds without a change of the form before its preview is made. */
const pause = 400;
/** Up to this number of applications, the form makes its preview by itself. A larger one takes seconds: it waits for a click. */
export const mostAhead = 500;

/** The preview of a form that is filled in, made before anybody asks for it; null while there is none of these values. */
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

const outcomes = ({ changed, unchanged, refused }: BatchPreview) =>
  [
    `${counted(changed, 'application')} would change`,
    ...(unchanged > 0
      ? [`${counted(unchanged, 'stays', 'stay')} as ${unchanged === 1 ? 'it is' : 'they are'}`]
      : []),
    ...(refused > 0 ? [`${counted(refused, 'is', 'are')} refused`] : []),
  ].join(', ');

/** What the filled form would do, and the way to see it application by application. */
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
