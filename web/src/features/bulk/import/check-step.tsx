import { counted } from '@adwarden/contract/counted';
import {
  type ImportColumns,
  type ImportKey,
  type ImportMode,
  importKeys,
  importModes,
} from '@adwarden/contract/spreadsheets/imports';
import { NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Role } from '../../../lib/role.ts';
import { FramedList } from '../../../ui/framed-list.tsx';
import type { UseOwners } from '../forms/owner-form.tsx';
import { CheckSection } from './check-section.tsx';
import classes from './check-step.module.css';
import { ColumnsList } from './columns-list.tsx';
import { FileNotes } from './file-notes.tsx';
import { ForAllRows } from './for-all-rows.tsx';
import {
  fieldLabel,
  keyWords,
  meaningFor,
  modeWords,
  type Reading,
  type Said,
  withMeaning,
} from './import-values.ts';
import { ValueField } from './value-field.tsx';

type Props = {
  role: Role;
  found: ImportColumns;
  reading: Reading;
  said: Said;
  /** The file is read again, because its columns are something else now. */
  busy: boolean;
  categories: readonly string[];
  useOwners: UseOwners;
  onReading: (reading: Reading) => void;
  onSaid: (said: Said) => void;
};

/** The second step of an import: what the file lacks, what its words mean, and which field each column is. */
export function CheckStep(props: Props) {
  const { role, found, reading, said, busy, onReading, onSaid, ...values } = props;
  const content = useRef<HTMLDivElement>(null);
  // The button that was pressed is another one now.
  useEffect(() => {
    if (!content.current?.contains(document.activeElement)) {
      content.current?.querySelector('select')?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <Stack gap="lg" ref={content} aria-busy={busy}>
      <FileNotes notes={found.notes} />
      <ForAllRows {...values} {...{ role, reading, said, onSaid }} missing={found.missing} />
      {found.unknown.length > 0 && (
        <CheckSection title="Values that are not known" hint="What they mean, for all their rows.">
          <FramedList>
            {found.unknown.map((value) => (
              <li key={`${value.field} ${value.read}`} className={classes.row}>
                <div className={classes.about}>
                  <bdi className={classes.name}>{value.read}</bdi>
                  <span className={classes.hint}>
                    {fieldLabel(value.field)}, {counted(value.rows, 'row')}
                  </span>
                </div>
                <ValueField
                  {...values}
                  field={value.field}
                  label={`What ${value.read} means`}
                  placeholder="Refuse these rows"
                  value={meaningFor(said, value)}
                  onChange={(meant) => onSaid(withMeaning(said, value, meant))}
                />
              </li>
            ))}
          </FramedList>
        </CheckSection>
      )}
      <CheckSection title="Columns" hint="Which field each column of the file is.">
        <ColumnsList
          role={role}
          columns={found.columns}
          fields={reading.fields}
          onChange={(fields) => onReading({ ...reading, fields })}
        />
      </CheckSection>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label="A row is the application with the same"
          data={importKeys.map((value) => ({ value, label: keyWords[value] }))}
          value={reading.key ?? found.key}
          onChange={({ currentTarget }) =>
            onReading({ ...reading, key: currentTarget.value as ImportKey })
          }
        />
        <NativeSelect
          label="What the file may do"
          data={[...importModes].reverse().map((value) => ({ value, label: modeWords[value] }))}
          value={reading.mode}
          onChange={({ currentTarget }) =>
            onReading({ ...reading, mode: currentTarget.value as ImportMode })
          }
        />
      </SimpleGrid>
    </Stack>
  );
}
