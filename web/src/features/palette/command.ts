import { searchFold } from '@adwarden/contract/search-fold';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** Something the palette offers before anything is searched: a page of the role, or an action. */
export type Command = {
  id: string;
  label: string;
  group: 'Pages' | 'Actions';
  icon: ComponentType<IconProps>;
  /** Other words by which it is found. */
  keywords?: string;
  run: () => void;
};

const wordsOf = (text: string) => searchFold(text).split(/\s+/).filter(Boolean);

/** The commands that match: each word of `text` is the beginning of a word of the label or the keywords. All for ''. */
export function matchCommands(commands: readonly Command[], text: string): Command[] {
  const asked = wordsOf(text);
  return commands.filter(({ label, keywords = '' }) => {
    const words = wordsOf(`${label} ${keywords}`);
    return asked.every((start) => words.some((word) => word.startsWith(start)));
  });
}

/** Something to do with what is named, and for a pause maybe why: 'pause kofi: invalid traffic', 'new token driftwood'. */
export type Wish = { act: 'pause' | 'new-token'; name: string; reason: string };

/** The wish of a text; null for any other text, which is only searched. */
export function wishOf(text: string): Wish | null {
  const [, name, reason = ''] = /^\s*(?:pause|stop)\s+([^\s:][^:]*)(?::(.*))?$/i.exec(text) ?? [];
  if (name) return { act: 'pause', name: name.trim(), reason: reason.trim() };
  const [, app] = /^\s*(?:new|rotate)\s+token\s+(?:for\s+)?(\S.*)$/i.exec(text) ?? [];
  return app ? { act: 'new-token', name: app.trim(), reason: '' } : null;
}
