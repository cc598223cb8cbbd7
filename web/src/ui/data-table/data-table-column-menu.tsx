import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { DropMenu } from '../drop-menu.tsx';

type Props = {
  columns: readonly { id: string; label: string; shown: boolean }[];
  /** Whether the user changed which columns show. */
  isChosen: boolean;
  onChoose: (id: string, shown: boolean) => void;
  onReset: () => void;
};

/** Chooses the columns; at least one stays. */
export function DataTableColumnMenu({ columns, isChosen, onChoose, onReset }: Props) {
  const shownCount = columns.filter(({ shown }) => shown).length;
  return (
    <DropMenu closeOnItemClick={false} width={220}>
      <Tooltip label="Columns">
        {/* The menu's target must be the button itself, which then says that it has a menu and whether it is open. */}
        <span>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="Columns">
              <IconColumns3 size={18} />
            </ActionIcon>
          </Menu.Target>
        </span>
      </Tooltip>
      <Menu.Dropdown mah="min(600px, 70vh)" style={{ overflowY: 'auto' }}>
        <Menu.Label>Columns</Menu.Label>
        {columns.map(({ id, label, shown }) => (
          <Menu.CheckboxItem
            key={id}
            checked={shown}
            disabled={shown && shownCount === 1}
            onChange={(checked) => onChoose(id, checked)}
          >
            {label}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={!isChosen} onClick={onReset}>
          Show the usual columns
        </Menu.Item>
      </Menu.Dropdown>
    </DropMenu>
  );
}
