import { Loader } from '@mantine/core';
import { Delayed } from './delayed.tsx';

/** A spinner where a list will be, told to screen readers; only when that takes more than a moment. */
export function Loading() {
  return (
    <Delayed>
      <Loader size="sm" role="status" aria-label="Loading" />
    </Delayed>
  );
}
