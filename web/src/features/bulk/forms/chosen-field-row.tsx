import { limits } from '@adwarden/contract/limits';
import { ActionIcon, Checkbox } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import classes from './chosen-field-row.module.css';
import { isUnit, labelOf, lengthOf, optionsOf } from './field-inputs.ts';
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
