import type { ImportColumns, ImportField } from '@adwarden/contract/spreadsheets/imports';
import { NativeSelect } from '@mantine/core';
import type { Role } from '../../../lib/role.ts';
import { FramedList } from '../../../ui/framed-list.tsx';
import classes from './check-step.module.css';
import { type ColumnFields, fieldOptions } from './import-values.ts';

type Props = {
  role: Role;
  columns: ImportColumns['columns'];
  fields: ColumnFields;
  onChange: (fields: ColumnFields) => void;
};

/** The columns of a file, each with the field that it is. */
export function ColumnsList({ role, columns, fields, onChange }: Props) {
  const options = [{ value: '', label: 'Not read' }, ...fieldOptions(role)];
  return (
    <FramedList aria-label="Columns of the file">
      {columns.map(({ column, examples }, index) => (
        <li key={column} className={classes.row}>
          <div className={classes.about}>
            <bdi className={classes.name}>{column || `Column ${index + 1}`}</bdi>
            <bdi className={classes.hint}>{examples.join(', ')}</bdi>
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
  );
}
