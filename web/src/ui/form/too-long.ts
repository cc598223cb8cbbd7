import { counted } from '@adwarden/contract/counted';
import { type ClipboardEvent, type InputEvent, type ReactNode, useState } from 'react';
import { hugePaste } from '../../lib/browser/refuse-huge-pastes.ts';

/** By how much a text is too long; null when it is not. As on the server, blanks around it do not count. */
export function tooLong(text: string, limit: number): string | null {
  const over = text.trim().length - limit;
  if (over <= 0) return null;
  return `Too long by ${counted(over, 'character')}: at most ${limit.toLocaleString('en')}`;
}

type Field = HTMLInputElement | HTMLTextAreaElement;
type Props<E extends Field> = {
  value?: unknown;
  defaultValue?: unknown;
  error?: ReactNode;
  onInput?: ((event: InputEvent<E>) => void) | undefined;
  onPaste?: ((event: ClipboardEvent<E>) => void) | undefined;
};

/**
 * The props of a field that says by how much its text is too long. An input with `maxLength` would cut what is pasted, in
 * silence. A huge paste is refused whole, and said; the clipboard still has it.
 */
export function useLimit<E extends Field>(limit: number, props: Props<E>) {
  const { value, defaultValue, error, onInput, onPaste } = props;
  // Forms may leave the text to the input.
  const [seen, see] = useState(() => tooLong(String(defaultValue ?? ''), limit));
  const [refused, setRefused] = useState<string | null>(null);
  const long = typeof value === 'string' ? tooLong(value, limit) : seen;
  return {
    error: refused ?? long ?? error,
    onInput: (event: InputEvent<E>) => {
      setRefused(null);
      see(tooLong(event.currentTarget.value, limit));
      onInput?.(event);
    },
    onPaste: (event: ClipboardEvent<E>) => {
      onPaste?.(event);
      const text = event.clipboardData.getData('text/plain');
      if (event.defaultPrevented || text.length <= Math.max(hugePaste, 2 * limit)) return;
      event.preventDefault();
      setRefused(`${tooLong(text, limit)}. Nothing was pasted`);
    },
  };
}
