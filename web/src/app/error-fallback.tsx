import { Button, Stack, Text, Title } from '@mantine/core';
import { useRouteError } from 'react-router';
import { PageLoadError } from './lazy-page.ts';

/**
 * Shown instead of a page that did not load or that failed. Its button reloads: after an update of the server the
 * old chunks are gone, and only the new index.html names the new ones.
 */
export function ErrorFallback() {
  const error = useRouteError();
  const isMissing = error instanceof PageLoadError;
  return (
    <Stack role="alert" align="center" justify="center" mih="60vh" p="lg">
      <Title order={1}>{isMissing ? 'This page did not load' : 'Something went wrong'}</Title>
      <Text c="dimmed" ta="center" maw="48ch" style={{ overflowWrap: 'anywhere' }}>
        {isMissing ? `${error.message}.` : 'This page cannot be shown. The fault is ours.'}
      </Text>
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </Stack>
  );
}
