import { limits } from '@adwarden/contract/limits';
import { ActionIcon, Popover, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useEscape } from '../../ui/dialog/use-escape.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { tooLong } from '../../ui/form/too-long.ts';
import classes from './mobile-search.module.css';

/**
 * Small screens only: a text and a button, which open the palette with what was typed (spec, section 2 "Top bar"). Arrows
 * up and down open it, and lead from the text to the button and back. Home and End do so on the button; in the text they
 * and the other arrows move the cursor.
 */
export function MobileSearch({ onSearch }: { onSearch: (text: string) => void }) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  useEscape(opened, () => setOpened(false));

  function search(event: FormEvent) {
    event.preventDefault();
    if (tooLong(text, limits.text.search) !== null) return;
    setOpened(false);
    setText('');
    onSearch(text.trim());
  }

  function onButtonKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpened(true);
  }

  function onFormKey(event: KeyboardEvent<HTMLFormElement>) {
    const parts = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [type="submit"]')];
    const [first] = parts;
    const last = parts.at(-1);
    const isText = event.target instanceof HTMLInputElement;
    const other = isText ? last : first;
    const inText: Record<string, HTMLElement | undefined> = { ArrowDown: other, ArrowUp: other };
    const onButton: typeof inText = {
      ...inText,
      ArrowLeft: first,
      ArrowRight: first,
      Home: first,
      End: last,
    };
    const next = (isText ? inText : onButton)[event.key];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom"
      width="calc(100vw - 32px)"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.button}
          aria-label="Search"
          onKeyDown={onButtonKey}
          onClick={() => setOpened((now) => !now)}
        >
          <IconSearch size={20} stroke={1.75} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <search>
          <form className={classes.form} onSubmit={search} onKeyDown={onFormKey}>
            <TextField
              data-autofocus
              className={classes.input}
              type="search"
              size="md"
              aria-label="Find anything"
              placeholder="Find anything"
              limit={limits.text.search}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <ActionIcon type="submit" size={42} aria-label="Find">
              <IconSearch size={20} stroke={1.75} />
            </ActionIcon>
          </form>
        </search>
      </Popover.Dropdown>
    </Popover>
  );
}
