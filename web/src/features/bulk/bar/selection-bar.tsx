import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Role } from '../../../lib/role.ts';
import { ActionItems } from '../../../ui/action-items.tsx';
import {
  isSameWhere,
  type SelectableList,
  type SelectionState,
  selectedCount,
} from '../../../ui/data-table/selection-store.ts';
import { DropMenu } from '../../../ui/drop-menu.tsx';
import { useLetterKeys } from '../../../ui/letter-keys.ts';
import { actionsOf, type BulkAction } from './bulk-actions.ts';
import classes from './selection-bar.module.css';
import { useLeaveSelection } from './use-leave-selection.ts';

type Props = {
  role: Role;
  list: SelectableList;
  state: SelectionState;
  /** An action is being prepared: no other one can be started. */
  busy: boolean;
  onAction: (action: BulkAction) => void;
};

const count = (number: number) => number.toLocaleString('en');

/** Above the rows while they can be selected: how many are, all that match, and what can be done with them. */
export function SelectionBar({ role, list, state, busy, onAction }: Props) {
  const bar = useRef<HTMLElement>(null);
  const leave = useLeaveSelection(list.selection, bar);
  useLetterKeys({ a: () => focusFirst(bar.current) });
  const { selection, where, total } = list;
  const selected = selectedCount(state);
  const actions = actionsOf(role);
  const isHere = state.query !== null && isSameWhere(state.query.where, where);
  const isAll = isHere && state.query?.except.size === 0;
  const disabled = selected === 0 || busy;
  return (
    <section ref={bar} className={classes.bar} aria-label="Selected applications">
      <p className={classes.count} role="status">
        {selected === 0 ? 'Nothing selected' : <strong>{count(selected)} selected</strong>}
        {state.query && !isHere && <span className={classes.other}> from another search</span>}
      </p>
      {!isAll && total !== undefined && total > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => selection.selectQuery({ where, total })}
        >
          Select all {count(total)} matching
        </Button>
      )}
      <div className={classes.actions} data-actions>
        <div className={classes.buttons}>
          {actions.map(({ id, label, Icon, danger }) => (
            <Button
              key={id}
              variant="default"
              size="compact-sm"
              className={danger && classes.danger}
              leftSection={<Icon size={15} />}
              disabled={disabled}
              onClick={() => onAction(id)}
            >
              {label}
            </Button>
          ))}
        </div>
        <div className={classes.menu}>
          <ActionMenu actions={actions} disabled={disabled} onAction={onAction} />
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label="Clear the selection"
          data-hint="Clear the selection (Esc)"
          onClick={leave}
        >
          <IconX size={16} />
        </ActionIcon>
      </div>
    </section>
  );
}

type MenuProps = Pick<Props, 'onAction'> & {
  actions: ReturnType<typeof actionsOf>;
  disabled: boolean;
};

/** All actions behind one button, when there is no room for the others. */
function ActionMenu({ actions, disabled, onAction }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <DropMenu>
      <Menu.Target>
        <Button
          ref={button}
          size="compact-sm"
          disabled={disabled}
          rightSection={<IconChevronDown size={14} />}
        >
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItems
          actions={actions.map(({ id, ...action }) => ({ ...action, act: () => onAction(id) }))}
          button={button}
        />
      </Menu.Dropdown>
    </DropMenu>
  );
}

/** Focuses the first action that is shown. */
function focusFirst(bar: HTMLElement | null): void {
  const buttons = [...(bar?.querySelectorAll<HTMLButtonElement>('[data-actions] button') ?? [])];
  const first = buttons.find((button) => !button.disabled && button.checkVisibility());
  first?.focus();
}
