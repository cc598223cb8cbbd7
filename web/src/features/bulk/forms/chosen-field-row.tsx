import { type AdUnitName, adUnitSlots } from '@adwarden/contract/ad-units';
import { type AppFormField, appStatuses, onOff } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import { limits } from '@adwarden/contract/limits';
import { ActionIcon, Checkbox } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { appValueWords } from '../../../lib/words.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import classes from './chosen-field-row.module.css';
import { canBeEmpty, type FieldsValues } from './fields-values.ts';

type Props = {
  field: string;
  form: UseFormReturnType<FieldsValues>;
  categories: readonly string[];
  /** Takes the focus when it appears. */
  focused: boolean;
  onEmpty: (empty: boolean) => void;
  onRemove: () => void;
};

const units: readonly string[] = adUnitSlots.map(({ name }) => name);

/** The fields that have options, or more than one line. */
type OtherField =
  | 'category'
  | 'appStatus'
  | 'adsStatus'
  | 'visibleExtra'
  | 'ipAddress'
  | 'note'
  | 'selectedUser';
/** The maximum length of each field of one line: a new field of an app is a type error until it has an input. */
const lineLengths: Record<Exclude<AppFormField, AdUnitName | OtherField>, number> = {
  appName: limits.text.appName,
  packageName: limits.text.packageName,
  accountName: limits.text.accountName,
};
const lengthOf = (field: string): number =>
  (lineLengths as Record<string, number>)[field] ?? limits.text.adUnit;
const labelOf = (field: string) => (fieldNames as Record<string, string>)[field] ?? field;

/** A chosen field with its new value, the choice to make it empty, and a button that leaves it alone. */
export function ChosenFieldRow(props: Props) {
  const { field, form, focused, onEmpty, onRemove } = props;
  const path = `set.${field}.value`;
  const isEmpty = form.values.set[field]?.empty ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field was chosen
  useEffect(() => {
    if (focused) form.getInputNode(path)?.focus();
  }, []);
  return (
    <div className={classes.row}>
      <div className={classes.field}>
        <Value {...props} path={path} disabled={isEmpty} />
        {canBeEmpty(field) && (
          <Checkbox
            size="xs"
            label="Make it empty"
            aria-label={`Make ${labelOf(field)} empty`}
            checked={isEmpty}
            onChange={({ currentTarget }) => onEmpty(currentTarget.checked)}
          />
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
  const isUnit = units.includes(field);
  const isCode = isUnit || field === 'packageName';
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

const statuses: readonly string[] = appStatuses;
const switches: readonly string[] = onOff;

/** The options of a field that has some. */
function optionsOf(field: string, categories: readonly string[]) {
  if (field === 'category') return categories.map((name) => ({ value: name, label: name }));
  const values =
    field === 'appStatus'
      ? statuses
      : ['adsStatus', 'visibleExtra', 'ipAddress'].includes(field)
        ? switches
        : null;
  return values?.map((value) => ({ value, label: appValueWords(field, value) }));
}
