import { CloseButton, Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { TextField } from '../form/text-field.tsx';
import { tooLong } from '../form/too-long.ts';
import { useLetterKeys } from '../letter-keys.ts';
import { useDebouncedText } from '../text/use-debounced-text.ts';
import classes from './search-box.module.css';

type Props = {
  value: string;
  placeholder: string;
  limit: number;
  /** Called 200 ms after the last key; at once for Enter and Clear. */
  onChange: (text: string) => void;
  /** Takes a pasted text that is a list. Resolves with what is wrong, or null; null at once when it is no list. */
  onPasteList?: ((text: string) => Promise<string | null> | null) | undefined;
};

/**
 * The search of a page. With `onPasteList` it also takes pasted lists. The key `/` focuses it, unless the user types in a field
 * or a dialog is open.
 */
export function SearchBox({ value, placeholder, limit, onChange, onPasteList }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const { text, type, flush, set } = useDebouncedText(value, (next) => {
    // The list stays as it is: nothing has such a text.
    if (tooLong(next, limit) === null) onChange(next);
  });

  useLetterKeys({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });

  function clear(): void {
    set('');
    input.current?.focus();
  }

  return (
    <TextField
      ref={input}
      type="search"
      role="searchbox"
      aria-label={placeholder.replace(/[.…]+$/, '')}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      value={text}
      limit={limit}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      className={classes.root}
      classNames={{ input: classes.input }}
      leftSection={<IconSearch size={16} />}
      rightSectionPointerEvents="auto"
      rightSection={
        text === '' ? (
          <Kbd className={classes.key} aria-hidden="true">
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label="Clear search" onClick={clear} />
        )
      }
      error={wrong}
      onChange={(event) => {
        setWrong(null);
        type(event.currentTarget.value);
      }}
      onPaste={(event) => {
        setWrong(null);
        const taken = onPasteList?.(event.clipboardData.getData('text/plain'));
        if (!taken) return;
        event.preventDefault();
        void taken.then(setWrong);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') flush();
        if (event.key === 'Escape' && text !== '') {
          event.preventDefault();
          clear();
        }
      }}
    />
  );
}
