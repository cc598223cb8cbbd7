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

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The commands that match: each word of `text` is the beginning of a word of the label or the keywords. All for ''. */
export function matchCommands(commands: readonly Command[], text: string): Command[] {
  const asked = wordsOf(text);
  return commands.filter(({ label, keywords = '' }) => {
    const words = wordsOf(`${label} ${keywords}`);
    return asked.every((start) => words.some((word) => word.startsWith(start)));
  });
}

/** What somebody wants to pause who typed 'pause sandpiper'; null for any other text. */
export const nameToPause = (text: string): string | null =>
  /^\s*(?:pause|stop)\s+(\S.*)$/i.exec(text)?.[1]?.trim() ?? null;
