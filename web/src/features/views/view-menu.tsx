import type { View, ViewList } from '@adwarden/contract/views/views';
import { Menu } from '@mantine/core';
import {
  IconBookmarkPlus,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Role } from '../../lib/role.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import type { TableControl } from '../../ui/data-table/use-table-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { DropMenu } from '../../ui/drop-menu.tsx';
import { copyText, copyWords } from '../../ui/text/use-copy.ts';
import { useViewDeletion } from './use-view-deletion.tsx';
import { ViewButton } from './view-button.tsx';
import { ViewDialog, type ViewDraft } from './view-dialog.tsx';
import { ViewLinks } from './view-links.tsx';
import { isEdited, keptOf, viewParameter } from './view-state.ts';
import { useUpdateView, viewsQuery } from './views.api.ts';
import classes from './views.module.css';

type Props = {
  list: ViewList;
  of: Role;
  control: TableControl;
  /** The columns to save; null for the usual ones. */
  columns: readonly string[] | null;
};

/** The saved views of a list: opens, saves, changes and deletes them (ADR 39). */
export function ViewMenu({ list, of: role, control, columns }: Props) {
  const { state, shape } = control;
  const { data: views = [] } = useQuery(viewsQuery(list));
  const [params] = useSearchParams();
  const update = useUpdateView();
  const dialog = useDialog<ViewDraft>();
  const deletion = useViewDeletion();
  const button = useRef<HTMLButtonElement>(null);

  const active = views.find(({ id }) => id === params.get(viewParameter));
  const kept = keptOf(state, shape, columns);
  const edited = active !== undefined && isEdited(active, state, shape);

  const change = ({ id }: View, changes: Parameters<typeof update.mutate>[0]['changes']) =>
    update.mutate({ id, changes }, { onSuccess: ({ message }) => toastSuccess(message) });
  /** A dialog returns the focus to where it was, and the menu item no longer exists then. */
  const fromButton = (act: () => void) => () => {
    button.current?.focus();
    act();
  };

  return (
    <>
      <DropMenu width={260}>
        <ViewButton ref={button} active={active} edited={edited} />
        <Menu.Dropdown mah="min(600px, 70vh)" style={{ overflowY: 'auto' }}>
          <ViewLinks views={views} shape={shape} activeId={active?.id} />
          <Menu.Divider />
          {active && edited && (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={16} />}
              // Without columns in the address, they are this browser's.
              onClick={() => change(active, state.columns ? kept : { ...kept, columns: null })}
            >
              Save the changes
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconBookmarkPlus size={16} />}
            onClick={fromButton(() => dialog.open({ list, view: null, kept }))}
          >
            Save as a new view…
          </Menu.Item>
          {active && (
            <>
              <Menu.Item
                leftSection={<IconPencil size={16} />}
                onClick={fromButton(() => dialog.open({ list, view: active, kept: active }))}
              >
                {role === 'admin' ? 'Rename or share…' : 'Rename…'}
              </Menu.Item>
              <Menu.Item
                leftSection={active.isDefault ? <IconStarOff size={16} /> : <IconStar size={16} />}
                onClick={() => change(active, { isDefault: !active.isDefault })}
              >
                {active.isDefault ? 'Open the list without it' : 'Open the list with it'}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconLink size={16} />}
                onClick={async () => {
                  const done = await copyText(window.location.href);
                  toastSuccess(copyWords(done ? 'copied' : 'failed'));
                }}
              >
                Copy the link
              </Menu.Item>
              <Menu.Item
                className={classes.danger}
                leftSection={<IconTrash size={16} />}
                onClick={fromButton(() => deletion.ask(active))}
              >
                Delete…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </DropMenu>
      {dialog.about && (
        <ViewDialog
          key={dialog.visit}
          opened={dialog.opened}
          draft={dialog.about}
          role={role}
          shape={shape}
          onClose={dialog.close}
        />
      )}
      {deletion.modal}
    </>
  );
}
