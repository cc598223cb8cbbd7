import { counted } from '@adwarden/contract/counted';
import {
  type ImportColumns,
  type ImportKey,
  type ImportMode,
  importKeys,
  importModes,
} from '@adwarden/contract/spreadsheets/imports';
import { NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { Role } from '../../../lib/role.ts';
import { FramedList } from '../../../ui/framed-list.tsx';
import type { UseOwners } from '../forms/owner-form.tsx';
import classes from './check-step.module.css';
import { ColumnsList } from './columns-list.tsx';
import { FileNotes } from './file-notes.tsx';
import {
  canBeForAll,
  defaultFor,
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
  const forAll = found.missing.filter(({ field }) => canBeForAll(field));
  const withoutColumn = found.missing.filter(({ field }) => !canBeForAll(field));
  return (
    <Stack gap="lg" ref={content} aria-busy={busy}>
      <FileNotes notes={found.notes} />
      {found.missing.length > 0 && (
        <Section title="For all rows" hint="Rows of new applications that do not say it get this.">
          {forAll.length > 0 && (
            <FramedList>
              {forAll.map(({ field, rows }) => (
                <li key={field} className={classes.row}>
                  <div className={classes.about}>
                    <span className={classes.name}>{fieldLabel(field)}</span>
                    <span className={classes.hint}>{counted(rows, 'row')} without it</span>
                  </div>
                  <ValueField
                    {...values}
                    field={field}
                    label={`${fieldLabel(field)} for all rows`}
                    placeholder="Refuse these rows"
                    value={defaultFor(said, field)}
                    onChange={(value) =>
                      onSaid({ ...said, defaults: { ...said.defaults, [field]: value } })
                    }
                  />
                </li>
              ))}
            </FramedList>
          )}
          {withoutColumn.map(({ field, rows }) => (
            <p key={field} className={classes.hint}>
              {fieldLabel(field)}: {counted(rows, 'row')} without it. They are refused unless a
              column below is the {fieldLabel(field)}.
            </p>
          ))}
        </Section>
      )}
      {found.unknown.length > 0 && (
        <Section title="Values that are not known" hint="What they mean, for all their rows.">
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
        </Section>
      )}
      <Section title="Columns" hint="Which field each column of the file is.">
        <ColumnsList
          role={role}
          columns={found.columns}
          fields={reading.fields}
          onChange={(fields) => onReading({ ...reading, fields })}
        />
      </Section>
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

type SectionProps = { title: string; hint: string; children: React.ReactNode };

function Section({ title, hint, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      <p className={classes.hint}>{hint}</p>
      {children}
    </section>
  );
}
