import type { View } from '@adwarden/contract/views/views';
import { Menu, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TableShape } from '../../ui/data-table/table-state.ts';
import { inPage } from '../../ui/data-table/use-table-state.ts';
import { CutText } from '../../ui/text/cut-text.tsx';
import { searchOf } from './view-state.ts';
import classes from './views.module.css';

type Props = { views: readonly View[]; shape: TableShape; activeId: string | undefined };

/** The views as links, the private ones first, and the list without a view. */
export function ViewLinks({ views, shape, activeId }: Props) {
  const link = (view: View) => (
    <ViewLink key={view.id} to={searchOf(view, shape)} isActive={view.id === activeId}>
      <CutText>{view.name}</CutText>
      {view.isDefault && (
        <span className={classes.star} data-hint="The list opens with it">
          <IconStarFilled size={12} aria-hidden="true" />
          <VisuallyHidden>(the list opens with it)</VisuallyHidden>
        </span>
      )}
    </ViewLink>
  );
  const own = views.filter(({ shared }) => !shared);
  const shared = views.filter((view) => view.shared);
  return (
    <>
      <Menu.Label>Views</Menu.Label>
      <ViewLink to="" isActive={activeId === undefined}>
        Without a view
      </ViewLink>
      {own.map(link)}
      {shared.length > 0 && <Menu.Label>Shared by administrators</Menu.Label>}
      {shared.map(link)}
    </>
  );
}

type LinkProps = { to: string; isActive: boolean; children: ReactNode };

function ViewLink({ to, isActive, children }: LinkProps) {
  return (
    <Menu.Item
      component={Link}
      to={{ search: to }}
      state={inPage}
      preventScrollReset
      aria-current={isActive || undefined}
      leftSection={<IconCheck size={16} className={isActive ? undefined : classes.unchecked} />}
      classNames={{ itemLabel: classes.linkLabel }}
    >
      {children}
    </Menu.Item>
  );
}
