import { limits } from '@adwarden/contract/limits';
import { Textarea } from '@mantine/core';
import { useFocusWithin, useMergedRef } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { type Countries, readEntries, refusalOf, stripSpace } from './country-entries.ts';
import classes from './country-field.module.css';

type Props = {
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  countries: Countries | undefined;
};

/**
 * Comma-separated countries. White space is removed while the user types, and the names of the countries are shown
 * below. When the field is left, an unknown entry is an error (spec, section 5 "Configuration").
 */
export function CountryField({ value, onChange, error, countries, ...rest }: Props) {
  const input = useRef<HTMLTextAreaElement>(null);
  const { ref: focusRef, focused } = useFocusWithin<HTMLTextAreaElement>();
  const ref = useMergedRef(input, focusRef);
  const entries = countries ? readEntries(countries, value) : [];
  const refusal = countries && !focused ? refusalOf(countries, value) : null;

  function take(field: HTMLTextAreaElement, composing: boolean): void {
    if (composing) return onChange(field.value);
    const caret = stripSpace(field.value.slice(0, field.selectionStart)).length;
    onChange(stripSpace(field.value));
    // React sets the shorter text first; then the caret goes back to its place in it.
    requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret));
  }

  return (
    <div>
      <Textarea
        {...rest}
        ref={ref}
        label="Country"
        placeholder="IN,US,Germany"
        description="Codes or English names, with a comma between them."
        withAsterisk
        autosize
        minRows={2}
        maxRows={6}
        maxLength={limits.text.country}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        value={value}
        error={error ?? refusal}
        onChange={({ currentTarget, nativeEvent }) =>
          take(currentTarget, (nativeEvent as InputEvent).isComposing)
        }
        onCompositionEnd={({ currentTarget }) => take(currentTarget, false)}
      />
      {entries.length > 0 && (
        <ul className={classes.entries} aria-label="Countries">
          {entries.map(({ entry, code, ...country }) => (
            <li key={entry} className={classes.entry} data-unknown={code === null || undefined}>
              {code === null ? (
                <bdi>{entry}</bdi>
              ) : (
                <>
                  <span className={classes.code}>{code}</span>
                  {'name' in country && country.name}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
