import { Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';

/** Links to both sign-in pages, for a page that does not know who has opened it. */
export const SignInLinks = () => (
  <Stack gap={4} align="center">
    <Anchor component={Link} to={paths.user.signIn} fw={500}>
      Sign in as an app owner
    </Anchor>
    <Anchor component={Link} to={paths.admin.signIn} fw={500}>
      Sign in as an administrator
    </Anchor>
  </Stack>
);
