import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useSelected } from './row-selection.tsx';
import type { SelectionStore } from './selection-store.ts';

/** Shows or hides the checkboxes of a list. Hiding them clears the selection. */
export function SelectButton({ selection }: { selection: SelectionStore }) {
  const isOn = useSelected(selection, (state) => state.isOn);
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      leftSection={<IconListCheck size={16} />}
      aria-pressed={isOn}
      data-select-rows
      onClick={() => selection.setOn(!isOn)}
    >
      Select
    </Button>
  );
}
