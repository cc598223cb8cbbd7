import { Stack, Title } from '@mantine/core';
import type { ComponentProps } from 'react';
import { lazyPanel } from '../../ui/lazy-part.tsx';

/** The form of the second step, in a chunk of its own: a sign-in page is loaded without it. */
export const SecondStepForm = lazyPanel(async () => (await import('./second-step.tsx')).SecondStep);

/** The second step in the place of a sign-in's form. */
export function AskedStep(props: ComponentProps<typeof SecondStepForm>) {
  return (
    <Stack gap="lg">
      <Title order={1}>Confirm that it is you</Title>
      <SecondStepForm {...props} />
    </Stack>
  );
}
