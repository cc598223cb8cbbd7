import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import classes from './select-field.module.css';

type Props = Omit<NativeSelectProps, 'data' | 'children'> & {
  /** The first choice, whose value is empty: 'Select App Status' (spec, section 2). */
  placeholder: string;
  options: readonly { value: string; label: string }[];
};

/** A choice among few; the platform's own select, so that keys and phones do what their owner knows. */
export function SelectField({ placeholder, options, ...props }: Props) {
  return (
    <NativeSelect
      {...props}
      classNames={{ input: classes.input }}
      data={[{ value: '', label: placeholder }, ...options]}
    />
  );
}
