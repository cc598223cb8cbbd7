import type { ViewList } from '@adwarden/contract/views/views';
import type { ReactNode } from 'react';
import type { Role } from '../../lib/role.ts';
import type { ViewMenuOf } from '../../ui/data-table/data-table.tsx';
import type { TableShape } from '../../ui/data-table/table-state.ts';
import { OpenDefaultView } from './open-default-view.tsx';
import { ViewMenu } from './view-menu.tsx';

type Props = {
  list: ViewList;
  of: Role;
  shape: TableShape;
  /** Renders the list with this menu of its views. */
  children: (viewMenu: ViewMenuOf) => ReactNode;
};

/** A list with saved views. Pages use it, because features do not import each other. */
export function ListWithViews({ list, of: role, shape, children }: Props) {
  return (
    <OpenDefaultView list={list} shape={shape}>
      {children((control, columns) => (
        <ViewMenu list={list} of={role} control={control} columns={columns} />
      ))}
    </OpenDefaultView>
  );
}
