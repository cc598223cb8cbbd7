import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import type { Role } from '../../../lib/role.ts';
import { backTo } from '../../../ui/data-table/list-memory.ts';
import { isDialogOpen } from '../../../ui/dialog/dialog-stack.ts';
import { type Find, FormNeighbours, type Neighbours } from '../../../ui/form/form-neighbours.tsx';
import { useKeys } from '../../../ui/keys.ts';
import type { CameFrom } from '../came-from.ts';
import classes from './app-trail.module.css';

type Props = { role: Role; from: CameFrom; neighbours: Neighbours | undefined };

/** The way back to the list as it was, and to the apps before and after this one. */
export function AppTrail({ role, from: { list }, neighbours }: Props) {
  const step = async (find: Find | null | undefined) => (await find?.())?.();
  const byKey = (find: Find | null | undefined) => () => {
    if (!isDialogOpen()) void step(find);
  };
  useKeys([
    ['alt+PageUp', byKey(neighbours?.previous)],
    ['alt+PageDown', byKey(neighbours?.next)],
  ]);
  return (
    <div className={classes.trail}>
      <Link
        className={classes.back}
        to={paths[role].applicationList + (list?.search ?? '')}
        state={list && backTo(list.entry)}
      >
        <IconChevronLeft size={16} aria-hidden="true" />
        Application List
      </Link>
      {neighbours && (
        <FormNeighbours {...neighbours} disabled={false} onStep={(find) => void step(find)} />
      )}
    </div>
  );
}
