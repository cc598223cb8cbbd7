import type { EventType } from '@adwarden/contract/notifications/events';
import { Checkbox, Input, SimpleGrid, Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { eventGroups, eventName } from './webhook-words.ts';

type Props = {
  value: readonly EventType[];
  onChange: (next: EventType[]) => void;
  error?: ReactNode;
};

/** Chooses events one by one, or a whole group of them. */
export function EventChoice({ value, onChange, error }: Props) {
  const id = useId();
  const choose = (types: readonly EventType[], isChosen: boolean) => {
    const others = value.filter((type) => !types.includes(type));
    onChange(isChosen ? [...others, ...types] : others);
  };
  return (
    <Input.Wrapper label="Events" labelElement="div" labelProps={{ id }} withAsterisk error={error}>
      <Stack gap="md" mt={6} mb={error ? 6 : 0} role="group" aria-labelledby={id}>
        {eventGroups.map(({ label, types }, place) => {
          const count = types.filter((type) => value.includes(type)).length;
          return (
            <Stack key={label} gap="sm">
              <Checkbox
                label={label}
                checked={count === types.length}
                indeterminate={count > 0 && count < types.length}
                onChange={({ currentTarget }) => choose(types, currentTarget.checked)}
                // The form focuses it when no event is chosen.
                {...(place === 0 && { 'data-path': 'events' })}
              />
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="sm" pl={30}>
                {types.map((type) => (
                  <Checkbox
                    key={type}
                    label={eventName(type)}
                    checked={value.includes(type)}
                    onChange={({ currentTarget }) => choose([type], currentTarget.checked)}
                  />
                ))}
              </SimpleGrid>
            </Stack>
          );
        })}
      </Stack>
    </Input.Wrapper>
  );
}
