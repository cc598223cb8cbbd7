import { textHolds } from '@adwarden/contract/search-fold';
import { type OptionsFilter, Select, type SelectProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

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
  /** The option of the current value; it need not be in `data`. */
  chosen: FindOption | null;
  onChange: (value: string | null) => void;
  /** Called with the text to search for; '' while the field shows the chosen option. */
  onText?: (text: string) => void;
  /** The error message while the text in the field matches no option. */
  unmatched: string;
};

/** The options with the text in their label, as searches of the server find it. */
const withText: OptionsFilter = ({ options, search }) =>
  options.filter((option) => 'label' in option && textHolds(option.label, search.trim()));

/**
 * A select with search. Focus selects its text, so that typing replaces it. Typed text that is not one of the options
 * stays visible with an error, and prevents `useServerForm` from saving, which would otherwise send the previous
 * value. Escape restores the chosen text. In a `clearable` field, removing the text clears the value.
 */
export function FindSelect({ chosen, onChange, onText, unmatched, error, ...props }: Props) {
  const { data, value, clearable } = props;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  const [isErrorShown, setErrorShown] = useState(false);
  if (seen !== value) {
    setSeen(value);
    setTyped(null);
  }
  const label = data.find((option) => option.value === value)?.label ?? chosen?.label ?? '';
  const isUnmatched = typed !== null && typed !== label;

  function type(text: string | null): void {
    setTyped(text);
    setErrorShown(false);
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
      filter={withText}
      {...props}
      ref={input}
      data={[...data]}
      searchable
      allowDeselect={false}
      error={isUnmatched ? isErrorShown && unmatched : error}
      searchValue={typed ?? label}
      // Mantine also calls this on blur, to restore the old label; so typing is handled by `onInput`.
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
      onInvalid={() => setErrorShown(true)}
      onMouseDown={({ currentTarget: field }) => {
        if (document.activeElement === field) return;
        // The browser moves the caret on mouseup, after the focus event, so select the text then.
        field.addEventListener('mouseup', () => field.select(), { once: true });
      }}
      onFocus={(event) => {
        // A closing dialog moves the focus away at once. Selecting would bring it back here, and the dialog would move
        // it away again, without end.
        if (document.activeElement === event.currentTarget) event.currentTarget.select();
        props.onFocus?.(event);
      }}
      onClick={({ currentTarget: field }) => {
        if (field.ariaExpanded === 'false' && typed === null) field.select();
      }}
      checkIconPosition="right"
      // The listbox itself scrolls, as screen readers expect of a combobox.
      withScrollArea={false}
      styles={{ options: { maxHeight: 264, overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
