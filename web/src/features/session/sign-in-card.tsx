import { Anchor, Box, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useLeadOn } from './use-lead-on.ts';

type Props = {
  children: ReactNode;
  /** Says whom this sign-in is for. */
  whom: string;
  /** The link to the other sign-in. */
  other: { text: string; href: string };
};

/** The card around the form of both sign-ins (spec, section 2). */
export function SignInCard({ children, whom, other }: Props) {
  const { state } = useLocation();
  useLeadOn();
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={1}>Welcome Back !</Title>
        <Text c="dimmed">Sign in to continue to the product</Text>
      </Stack>
      {children}
      <Box pt="lg" ta="center" style={{ borderTop: '1px solid var(--border)' }}>
        <Text c="dimmed">{whom}</Text>
        <Anchor component={Link} to={other.href} state={state} fw={500}>
          {other.text}
        </Anchor>
      </Box>
    </Stack>
  );
}
