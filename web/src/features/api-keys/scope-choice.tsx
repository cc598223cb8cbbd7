import type { KeyScope } from '@adwarden/contract/people/people';
import { Checkbox, Input, Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { scopeWords } from './api-key-words.ts';

type Props = {
  /** The scopes that a key of this person may have. */
  open: readonly KeyScope[];
  value: readonly KeyScope[];
  onChange: (next: KeyScope[]) => void;
  error?: ReactNode;
};

/** Chooses what a key may do, scope by scope. */
export function ScopeChoice({ open, value, onChange, error }: Props) {
  const id = useId();
  const choose = (scope: KeyScope, isChosen: boolean) =>
    onChange(open.filter((one) => (one === scope ? isChosen : value.includes(one))));
  return (
    <Input.Wrapper label="Scopes" labelElement="div" labelProps={{ id }} withAsterisk error={error}>
      <Stack gap="sm" mt={8} mb={error ? 6 : 0} role="group" aria-labelledby={id}>
        {open.map((scope, place) => (
          <Checkbox
            key={scope}
            label={scopeWords[scope].name}
            description={scopeWords[scope].text}
            checked={value.includes(scope)}
            onChange={({ currentTarget }) => choose(scope, currentTarget.checked)}
            // The form focuses it when no scope is chosen.
            {...(place === 0 && { 'data-path': 'scopes' })}
          />
        ))}
      </Stack>
    </Input.Wrapper>
  );
}
