import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import type { Role } from '../../lib/role.ts';
import { waysQuery } from '../../lib/ways.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useBeginForSession } from './sign-on.api.ts';
import { leaveFor } from './sign-on-flow.ts';

type Props = {
  as: Role;
  /** Whether the own account is linked; undefined while that is not known. */
  isLinked: boolean | undefined;
  /** The address of the page, to come back to. */
  path: string;
};

/** The link between the own account and the one at the provider of single sign-on; nothing where that is not set up (ADR 142). */
export function SignOnPanel({ as, isLinked, path }: Props) {
  const way = useQuery(waysQuery).data?.singleSignOn;
  const { mutate, isPending, isSuccess, error } = useBeginForSession();
  if (!way?.as.includes(as) || isLinked === undefined) return null;
  const { name } = way;
  const link = () =>
    mutate(
      { as, for: 'link' },
      {
        onSuccess({ url, flow }) {
          leaveFor(url, { flow, as, for: 'link', from: { pathname: path, search: '', hash: '' } });
        },
      },
    );
  return (
    <Panel
      title="Single sign-on"
      hint={`Whoever signs in to your account of ${name} is signed in here, without a password.`}
      actions={
        isLinked ? undefined : (
          <Button variant="default" loading={isPending || isSuccess} onClick={link}>
            Link {name}
          </Button>
        )
      }
    >
      <Text c="dimmed">
        {isLinked
          ? `Your account is linked to ${name}. An administrator can unlink it.`
          : `Your account is not linked to ${name}.`}
      </Text>
      <FormFailure failure={error && messageOf(error)} />
    </Panel>
  );
}
