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
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { may } from '../../people/may.ts';
import { type Action, ActionItems } from '../../ui/action-items.tsx';
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
  const mayChange = ({ shared }: View) => !shared || may(role, 'share-views');
  const ofActive = (view: View): (Action | undefined)[] => [
    mayChange(view)
      ? {
          label: may(role, 'share-views') ? 'Rename or share…' : 'Rename…',
          Icon: IconPencil,
          act: () => dialog.open({ list, view, kept: view }),
        }
      : undefined,
    {
      label: view.isDefault ? 'Open the list without it' : 'Open the list with it',
      Icon: view.isDefault ? IconStarOff : IconStar,
      act: () => change(view, { isDefault: !view.isDefault }),
    },
    { label: 'Copy the link', Icon: IconLink, act: () => void copyLink() },
    mayChange(view)
      ? { label: 'Delete…', Icon: IconTrash, act: () => deletion.ask(view), danger: true }
      : undefined,
  ];
  const actions: (Action | undefined)[] = [
    active && edited && mayChange(active)
      ? {
          label: 'Save the changes',
          Icon: IconDeviceFloppy,
          // Without columns in the address, they are this browser's.
          act: () => change(active, state.columns ? kept : { ...kept, columns: null }),
        }
      : undefined,
    {
      label: 'Save as a new view…',
      Icon: IconBookmarkPlus,
      act: () => dialog.open({ list, view: null, kept }),
    },
    ...(active ? ofActive(active) : []),
  ];

  return (
    <>
      <DropMenu width={260}>
        <ViewButton ref={button} active={active} edited={edited} />
        <Menu.Dropdown mah="min(600px, 70vh)" style={{ overflowY: 'auto' }}>
          <ViewLinks views={views} shape={shape} activeId={active?.id} />
          <Menu.Divider />
          <ActionItems actions={actions} button={button} />
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

async function copyLink(): Promise<void> {
  const done = await copyText(window.location.href);
  if (done) toastSuccess(copyWords('copied'));
  else toastError(copyWords('failed'));
}
