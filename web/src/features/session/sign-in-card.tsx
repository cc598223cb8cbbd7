import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import classes from './sign-in-card.module.css';

type Props = {
  children: ReactNode;
  /** The other sign-in: who it is for, and where. */
  other: { text: string; href: string };
};

/** What stands in the card of both sign-ins round the form (spec, section 2). */
export function SignInCard({ children, other }: Props) {
  const { state } = useLocation();
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={1}>Welcome Back !</Title>
        <Text c="dimmed">Sign in to continue to the product</Text>
      </Stack>
      {children}
      <Text c="dimmed" ta="center">
        {other.text}{' '}
        <Anchor component={Link} to={other.href} state={state} className={classes.link}>
          Sign in here
        </Anchor>
      </Text>
    </Stack>
  );
}
