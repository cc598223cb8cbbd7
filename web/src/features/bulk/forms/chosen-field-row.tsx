import type { EachField } from '@adwarden/contract/batches/batch-change';
import type { PreviewedApp } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import { isColumnOfValues } from '@adwarden/contract/pasted/values-in-text';
import { ActionIcon, Checkbox, Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, useEffect, useState } from 'react';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import type { Picked } from '../picked.ts';
import { AccountName } from './account-name.tsx';
import classes from './chosen-field-row.module.css';
import { eachAppsQuery } from './each/each.api.ts';
import { EachRows } from './each/each-rows.tsx';
import { canBeEach, type EachValues, noEachValues } from './each/each-values.ts';
import { isUnit, labelOf, lengthOf, optionsOf } from './field-inputs.ts';
import { type ChosenField, canBeEmpty, type FieldsValues, unset } from './fields-values.ts';

const { apps: most } = limits.batches.each;

type Props = {
  field: string;
  form: UseFormReturnType<FieldsValues>;
  picked: Picked;
  categories: readonly string[];
  previewed: ReadonlyMap<string, PreviewedApp> | undefined;
  /** Takes the focus when it appears. */
  focused: boolean;
  onChange: (change: (chosen: ChosenField) => ChosenField) => void;
  onRemove: () => void;
};

/** A chosen field with its new value, the choice to make it empty, and a button that leaves it alone. */
export function ChosenFieldRow(props: Props) {
  const { field, form, picked, focused, onChange, onRemove } = props;
  const path = `set.${field}.value`;
  const { empty: isEmpty, each } = form.values.set[field] ?? unset;
  const [refused, setRefused] = useState(false);
  const isFew = picked.count <= most;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field was chosen
  useEffect(() => {
    if (focused) form.getInputNode(path)?.focus();
  }, []);
  /** A column is one value for each, whatever the form was about to do. */
  function onPaste(event: ClipboardEvent<HTMLElement>): void {
    const pasted = event.clipboardData.getData('text/plain');
    if (!canBeEach(field) || picked.count < 2 || !isColumnOfValues(pasted, field)) return;
    event.preventDefault();
    event.stopPropagation();
    setRefused(!isFew);
    if (isFew) onChange((chosen) => ({ ...chosen, each: { ...noEachValues, pasted } }));
  }

  return (
    <div className={classes.row} data-each={each !== null || undefined}>
      <div className={classes.field}>
        {each && canBeEach(field) ? (
          <Each {...props} field={field} each={each} />
        ) : (
          <div onPasteCapture={onPaste}>
            <Value {...props} path={path} disabled={isEmpty} />
          </div>
        )}
        <Group gap="md">
          {canBeEmpty(field) && !each && (
            <Checkbox
              size="xs"
              label="Make it empty"
              aria-label={`Make ${labelOf(field)} empty`}
              checked={isEmpty}
              onChange={({ currentTarget: { checked } }) =>
                onChange((chosen) => ({ ...chosen, empty: checked }))
              }
            />
          )}
          {canBeEach(field) && picked.count > 1 && (
            <Checkbox
              size="xs"
              label="One value for each application"
              aria-label={`${labelOf(field)}: one value for each application`}
              checked={each !== null}
              disabled={!isFew}
              onChange={({ currentTarget: { checked } }) =>
                onChange((chosen) => ({ ...chosen, each: checked ? noEachValues : null }))
              }
            />
          )}
        </Group>
        {(refused || (canBeEach(field) && !isFew)) && (
          <Text
            size="xs"
            {...(refused ? { c: 'var(--danger-text)', role: 'alert' } : { c: 'dimmed' })}
          >
            At most {most.toLocaleString('en')} applications can get a value each. An import takes
            more.
          </Text>
        )}
      </div>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Leave ${labelOf(field)} as it is`}
        data-hint="Leave it as it is"
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}

type EachProps = Props & { field: EachField; each: EachValues };

/** One value for each of the picked applications. */
function Each({ field, each, form, picked, categories, previewed, onChange }: EachProps) {
  const { data: apps, error: failure, refetch } = useQuery(eachAppsQuery(picked, field));
  const path = `set.${field}.each`;
  const { [path]: error } = form.errors;
  return (
    <section className={classes.each} aria-label={labelOf(field)} data-path={path} tabIndex={-1}>
      <h3 className={classes.title}>{labelOf(field)}</h3>
      <Text size="xs" c="dimmed">
        Paste a column into a row: values alone, in this order, or beside the name, package or App
        ID.
      </Text>
      <EachRows
        field={field}
        each={each}
        categories={categories}
        apps={apps}
        failure={failure}
        onRetry={() => void refetch()}
        previewed={previewed}
        error={typeof error === 'string' ? error : undefined}
        onChange={(next) =>
          onChange((chosen) => ({ ...chosen, each: next(chosen.each ?? noEachValues) }))
        }
      />
    </section>
  );
}

type ValueProps = Pick<Props, 'field' | 'form' | 'categories'> & {
  path: string;
  disabled: boolean;
};

/** The input of a field, as the form of an application has it. */
function Value({ field, form, categories, path, disabled }: ValueProps) {
  const label = labelOf(field);
  const shared = { ...form.getInputProps(path), label, disabled };
  const options = optionsOf(field, categories);
  if (options) return <SelectField {...shared} placeholder={`Select ${label}`} options={options} />;
  if (field === 'note') {
    return (
      <TextArea {...shared} autosize minRows={2} maxRows={8} limit={limits.text.note} dir="auto" />
    );
  }
  if (field === 'accountName') return <AccountName {...shared} />;
  const isCode = isUnit(field) || field === 'packageName';
  return (
    <TextField
      {...shared}
      limit={lengthOf(field)}
      autoComplete="off"
      {...(isCode
        ? { spellCheck: false, autoCapitalize: 'none', classNames: { input: 'mono' } }
        : { dir: 'auto' })}
    />
  );
}
