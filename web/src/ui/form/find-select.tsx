import { Select, type SelectProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './find-select.module.css';

export type FindOption = { value: string; label: string };

type Props = Omit<
  SelectProps,
  | 'data'
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'searchable'
  | 'searchValue'
  | 'onSearchChange'
  | 'allowDeselect'
  | 'classNames'
> & {
  data: readonly FindOption[];
  value: string | null;
  /** The option of `value`, which need not be in `data`. */
  chosen: FindOption | null;
  onChange: (value: string | null) => void;
  /** Told of the text to find: '' while the field shows what is chosen. */
  onText?: (text: string) => void;
  /** The error while the text in the field is no choice. */
  unmatched: string;
};

/**
 * A select that is searched by typing. Focus selects its text, so that typing replaces it. Text that
 * was typed and not chosen is an error and stays visible: it stops the save of `useServerForm`, which
 * would otherwise send the value from before. Escape puts the chosen text back; text removed from a
 * `clearable` field clears the value.
 */
export function FindSelect({ chosen, onChange, onText, unmatched, error, ...props }: Props) {
  const { data, value, clearable } = props;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  const [told, setTold] = useState(false);
  if (seen !== value) {
    setSeen(value);
    setTyped(null);
  }
  const label = data.find((option) => option.value === value)?.label ?? chosen?.label ?? '';
  const isUnmatched = typed !== null && typed !== label;

  function type(text: string | null): void {
    setTyped(text);
    setTold(false);
    onText?.(text === null || text === label ? '' : text);
  }

  const forgetText = useEffectEvent(() => onText?.(''));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value (a reset, another record) ends the search
  useEffect(() => forgetText(), [value]);

  useEffect(() => {
    input.current?.setCustomValidity(isUnmatched ? unmatched : '');
  }, [isUnmatched, unmatched]);

  return (
    <Select
      {...props}
      ref={input}
      data={[...data]}
      searchable
      allowDeselect={false}
      error={isUnmatched ? told && unmatched : error}
      searchValue={typed ?? label}
      // Mantine also calls it when the field is left, to put the old label back: typing is `onInput`.
      onSearchChange={() => {}}
      onInput={({ currentTarget: { value: text } }) => {
        if (clearable && text === '' && value !== null) onChange(null);
        type(text);
      }}
      onChange={(next) => {
        onChange(next);
        type(null);
      }}
      onOptionSubmit={() => {
        type(null);
        requestAnimationFrame(() => input.current?.select());
      }}
      onClear={() => type(null)}
      onKeyDown={({ key }) => key === 'Escape' && type(null)}
      onInvalid={() => setTold(true)}
      onMouseDown={({ currentTarget: field }) => {
        if (document.activeElement === field) return;
        // The pressed button puts the caret into the text after the focus event.
        field.addEventListener('mouseup', () => field.select(), { once: true });
      }}
      onFocus={(event) => {
        event.currentTarget.select();
        props.onFocus?.(event);
      }}
      onClick={({ currentTarget: field }) => {
        if (field.ariaExpanded === 'false' && typed === null) field.select();
      }}
      checkIconPosition="right"
      // The list itself scrolls, as screen readers expect of a combobox, and stands beside its field.
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
