import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import classes from './select-field.module.css';

type Props = Omit<NativeSelectProps, 'data' | 'children'> & {
  /** The first choice, whose value is empty: 'Select App Status' (spec, section 2). */
  placeholder: string;
  options: readonly { value: string; label: string }[];
};

/** A select with few options; the browser's own, so that keyboards and phones do what the user knows. */
export function SelectField({ placeholder, options, ...props }: Props) {
  return (
    <NativeSelect
      {...props}
      classNames={{ input: classes.input }}
      data={[{ value: '', label: placeholder }, ...options]}
    />
  );
}
