import type { ImportColumns, ImportField } from '@adwarden/contract/spreadsheets/imports';
import { Button, NativeSelect, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Role } from '../../../lib/role.ts';
import { FramedList } from '../../../ui/framed-list.tsx';
import classes from './columns-step.module.css';
import { type ColumnFields, fieldOptions } from './import-values.ts';

type Props = {
  role: Role;
  found: ImportColumns;
  fields: ColumnFields;
  onChange: (fields: ColumnFields) => void;
  onBack: () => void;
};

/** The second step of an import: which field each column is. */
export function ColumnsStep({ role, found, fields, onChange, onBack }: Props) {
  const list = useRef<HTMLUListElement>(null);
  // The button that was pressed is another one now.
  useEffect(() => list.current?.querySelector('select')?.focus(), []);
  const options = [{ value: '', label: 'Not read' }, ...fieldOptions(role)];
  return (
    <Stack gap="sm">
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} />}
          onClick={onBack}
        >
          Another file
        </Button>
      </div>
      <FramedList ref={list} aria-label="Columns of the file">
        {found.columns.map(({ column, examples }, index) => (
          <li key={column} className={classes.column}>
            <div className={classes.about}>
              <bdi className={classes.name}>{column || `Column ${index + 1}`}</bdi>
              <bdi className={classes.examples}>{examples.join(', ')}</bdi>
            </div>
            <NativeSelect
              aria-label={`Field of ${column || `column ${index + 1}`}`}
              data={options}
              value={fields[column] ?? ''}
              onChange={({ currentTarget }) =>
                onChange({
                  ...fields,
                  [column]: (currentTarget.value || null) as ImportField | null,
                })
              }
            />
          </li>
        ))}
      </FramedList>
    </Stack>
  );
}
