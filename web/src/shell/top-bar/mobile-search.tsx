import { limits } from '@adwarden/contract/limits';
import { ActionIcon, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import type { Role } from '../../lib/role.ts';
import { useEscape } from '../../ui/dialog/use-escape.ts';
import classes from './mobile-search.module.css';

/** Small screens only: a text and a button that search the applications (spec, section 2 "Top bar"). */
export function MobileSearch({ role }: { role: Role }) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const navigate = useNavigate();
  useEscape(opened, () => setOpened(false));

  function search(event: FormEvent) {
    event.preventDefault();
    const query = new URLSearchParams(text.trim() ? { search: text.trim() } : {});
    setOpened(false);
    setText('');
    navigate({ pathname: paths[role].applicationList, search: query.toString() });
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
          onClick={() => setOpened((now) => !now)}
        >
          <IconSearch size={20} stroke={1.75} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <search>
          <form className={classes.form} onSubmit={search}>
            <TextInput
              data-autofocus
              className={classes.input}
              type="search"
              size="md"
              aria-label="Search for Application"
              placeholder="Search for Application..."
              maxLength={limits.text.search}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <ActionIcon type="submit" size={42} aria-label="Search applications">
              <IconSearch size={20} stroke={1.75} />
            </ActionIcon>
          </form>
        </search>
      </Popover.Dropdown>
    </Popover>
  );
}
