import { Loader } from '@mantine/core';
import { Delayed } from './delayed.tsx';

/** A spinner, which screen readers announce; shown only if loading takes longer than a moment. */
export function Loading() {
  return (
    <Delayed>
      <Loader size="sm" role="status" aria-label="Loading" />
    </Delayed>
  );
}
