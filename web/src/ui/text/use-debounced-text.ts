import { inNormalForm } from '@adwarden/contract/unicode';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { typingDelay } from '../../lib/delays.ts';

type DebouncedText = {
  text: string;
  type: (text: string) => void;
  /** Calls `onChange` now, if it is still waiting. */
  flush: () => void;
  /** Sets the text, and calls `onChange` now. */
  set: (text: string) => void;
};

/**
 * The text of an input whose `value` is kept elsewhere; `onChange` is called 200 ms after the last key. While the user
 * types, the typed text stays; a `value` that changes in another way (Back, Clear) replaces it.
 */
export function useDebouncedText(value: string, onChange: (text: string) => void): DebouncedText {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const send = useDebouncedCallback(onChange, typingDelay);
  if (seen !== value) {
    setSeen(value);
    if (inNormalForm(text.trim()) !== value && !send.isPending()) setText(value);
  }
  return {
    text,
    type: (next) => {
      setText(next);
      send(next);
    },
    flush: send.flush,
    set: (next) => {
      send.cancel();
      setText(next);
      onChange(next);
    },
  };
}
