import type { Change } from '@adwarden/contract/changes/changes';
import { counted } from '@adwarden/contract/counted';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Role } from '../../lib/role.ts';
import { batchPath } from '../../lib/safety-tabs.ts';
import { may } from '../../people/may.ts';

type Props = { change: Pick<Change, 'actor' | 'batch' | 'batchApps'>; of: Role };

/** Says of an entry that a batch made: 'with 10 other apps'. It links to the batch where this person may see it. */
export function BatchLink({ change: { actor, batch, batchApps = 1 }, of: role }: Props) {
  if (batch === undefined) return null;
  const words = batchApps > 1 ? `with ${counted(batchApps - 1, 'other app')}` : 'by a bulk change';
  // Owners are told no ids of other people, and see only their own batches.
  if (!may(role, 'see-all') && actor.id === '') return batchApps > 1 ? words : null;
  return (
    <Anchor component={Link} to={batchPath(role, batch)} size="sm">
      {words}
    </Anchor>
  );
}
