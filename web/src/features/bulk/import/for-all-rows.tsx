import { counted } from '@adwarden/contract/counted';
import type { ImportColumns, WrittenField } from '@adwarden/contract/spreadsheets/imports';
import { ActionIcon, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Role } from '../../../lib/role.ts';
import { FindSelect } from '../../../ui/form/find-select.tsx';
import { FramedList } from '../../../ui/framed-list.tsx';
import type { UseOwners } from '../forms/owner-form.tsx';
import { CheckSection } from './check-section.tsx';
import classes from './check-step.module.css';
import {
  canBeForAll,
  defaultFor,
  type ForAll,
  fieldLabel,
  fieldsForAll,
  type Reading,
  type Said,
} from './import-values.ts';
import { ValueField } from './value-field.tsx';

type Props = {
  role: Role;
  missing: ImportColumns['missing'];
  reading: Reading;
  said: Said;
  categories: readonly string[];
  useOwners: UseOwners;
  onSaid: (said: Said) => void;
};

/** The values for all rows: of required fields that rows lack, and of optional ones for the new applications. */
export function ForAllRows({ role, missing, reading, said, onSaid, ...values }: Props) {
  const [added, setAdded] = useState<WrittenField | null>(null);
  const { shown, more } = fieldsForAll(role, { missing }, reading, said);
  const withoutColumn = missing.filter(({ field }) => !canBeForAll(field));
  if (shown.length + more.length + withoutColumn.length === 0) return null;

  const say = (field: WrittenField, value: string) =>
    onSaid({ ...said, defaults: { ...said.defaults, [field]: value } });

  function leave(field: WrittenField): void {
    const { [field]: _, ...defaults } = said.defaults;
    onSaid({ ...said, defaults });
  }

  return (
    <CheckSection title="For all rows" hint="Rows of new applications that do not say it get this.">
      {shown.length > 0 && (
        <FramedList>
          {shown.map(({ field, rows, isAdded }) => (
            <li key={field} className={classes.row}>
              <div className={classes.about}>
                <span className={classes.name}>{fieldLabel(field)}</span>
                <span className={classes.hint}>
                  {rows === null ? 'Optional' : `${counted(rows, 'row')} without it`}
                </span>
              </div>
              <Group gap={4} wrap="nowrap">
                <ValueField
                  {...values}
                  field={field}
                  label={`${fieldLabel(field)} for all rows`}
                  placeholder={placeholderOf({ field, rows })}
                  value={defaultFor(said, field)}
                  focused={field === added}
                  onChange={(value) => say(field, value)}
                />
                {isAdded && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    aria-label={`No ${fieldLabel(field)} for all rows`}
                    onClick={() => leave(field)}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                )}
              </Group>
            </li>
          ))}
        </FramedList>
      )}
      {more.length > 0 && (
        <FindSelect
          // A new one after each choice, so that its text is gone.
          key={more.length}
          aria-label="Another field for all rows"
          placeholder="Another field"
          selectFirstOptionOnChange
          data={more.map((field) => ({ value: field, label: fieldLabel(field) }))}
          value={null}
          chosen={null}
          onChange={(chosen) => {
            const field = more.find((one) => one === chosen);
            if (!field) return;
            say(field, '');
            setAdded(field);
          }}
          unmatched="Choose a field from the list"
          nothingFoundMessage="No field matches"
        />
      )}
      {withoutColumn.map(({ field, rows }) => (
        <p key={field} className={classes.hint}>
          {fieldLabel(field)}: {counted(rows, 'row')} without it. They are refused unless a column
          below is the {fieldLabel(field)}.
        </p>
      ))}
    </CheckSection>
  );
}

/** The sentence for a field without a value for all rows. */
function placeholderOf({ field, rows }: Pick<ForAll, 'field' | 'rows'>): string {
  if (rows !== null) return 'Refuse these rows';
  return field === 'selectedUser' ? 'Nobody' : 'None';
}
