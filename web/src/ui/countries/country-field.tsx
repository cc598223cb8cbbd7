import { limits } from '@adwarden/contract/limits';
import { CloseButton } from '@mantine/core';
import { useFocusWithin, useMergedRef } from '@mantine/hooks';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { FindSelect } from '../form/find-select.tsx';
import { TextArea } from '../form/text-field.tsx';
import {
  type Countries,
  type CountryEntry,
  readEntries,
  stripSpace,
  withCommas,
  withoutEntry,
} from './country-entries.ts';
import classes from './country-field.module.css';
import { countryOptions } from './country-options.ts';
import { Flag } from './flag.tsx';

type Props = {
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  description?: ReactNode;
  /** Why the text is refused; it is shown when the field is left. */
  refusal: string | null;
  countries: Countries | undefined;
  'data-autofocus'?: boolean;
};

/**
 * Comma-separated countries. White space is removed while the user types, and the countries are shown below by flag and
 * name, each with a button that takes it out. They can also be chosen from a list (spec, section 5 "Configuration").
 */
export function CountryField({ value, onChange, error, refusal, countries, ...rest }: Props) {
  const input = useRef<HTMLTextAreaElement>(null);
  const { ref: focusRef, focused } = useFocusWithin<HTMLTextAreaElement>();
  const ref = useMergedRef(input, focusRef);
  const entries = countries ? readEntries(countries, value) : [];
  const present = new Set(entries.map(({ code }) => code));

  function take(field: HTMLTextAreaElement, composing: boolean): void {
    if (composing) return onChange(field.value);
    const caret = stripSpace(field.value.slice(0, field.selectionStart)).length;
    onChange(stripSpace(field.value));
    // React sets the shorter text first; then the caret goes back to its place in it.
    requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret));
  }

  function remove(entry: CountryEntry): void {
    if (countries) onChange(withoutEntry(countries, value, entry));
    input.current?.focus();
  }

  return (
    <div className={classes.field}>
      <TextArea
        limit={limits.text.country}
        description="Codes or English names with commas between them. A list can be pasted."
        {...rest}
        ref={ref}
        label="Country"
        placeholder="IN,US,Germany"
        withAsterisk
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        value={value}
        error={error ?? (focused ? null : refusal)}
        onPaste={pasteWithCommas}
        onKeyDown={submitOnEnter}
        onChange={({ currentTarget, nativeEvent }) =>
          take(currentTarget, (nativeEvent as InputEvent).isComposing)
        }
        onCompositionEnd={({ currentTarget }) => take(currentTarget, false)}
      />
      {entries.length > 0 && (
        <ul className={classes.entries} aria-label="Countries">
          {entries.map((entry) => (
            <li
              key={entry.entry}
              className={classes.entry}
              data-unknown={entry.code === null || undefined}
            >
              {entry.code !== null && <Flag code={entry.code} />}
              <bdi>{entry.code === null ? entry.entry : entry.name}</bdi>
              <CloseButton
                size={24}
                iconSize={12}
                radius="xl"
                aria-label={`Remove ${entry.code === null ? entry.entry : entry.name}`}
                onClick={() => remove(entry)}
              />
            </li>
          ))}
        </ul>
      )}
      <FindSelect
        label="Add a country"
        placeholder="Search by name or code"
        data={countryOptions.filter((option) => !present.has(option.value))}
        value={null}
        chosen={null}
        limit={50}
        renderOption={({ option }) => (
          <>
            <Flag code={option.value} /> <span>{option.label}</span>
          </>
        )}
        onChange={(code) =>
          code && onChange([value.replace(/,+$/, ''), code].filter(Boolean).join(','))
        }
        unmatched="Choose a country from the list"
        nothingFoundMessage="No such country"
      />
    </div>
  );
}

/** Pastes a column, a row or codes with spaces as a list with commas, so that the browser's undo still knows the paste. */
function pasteWithCommas(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = event.clipboardData.getData('text');
  // The field refuses it whole.
  if (text.length > 2 * limits.text.country) return;
  const list = withCommas(text);
  if (list === text.trim()) return;
  event.preventDefault();
  const field = event.currentTarget;
  // The only way to insert text that the browser can undo; setting the value would not be undoable.
  if (document.execCommand('insertText', false, list)) return;
  field.setRangeText(list, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** The text has no line breaks, so Enter is free to send the form. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
