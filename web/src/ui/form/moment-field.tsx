import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { timesInZone } from '../../lib/dates.ts';
import { inputText, timeOf, usualMoments } from '../../lib/moment-input.ts';
import { momentInWords, usualMomentInside } from '../../lib/words/moment-words.ts';

type Props = Omit<TextInputProps, 'type' | 'label' | 'description' | 'min'> & {
  /** Offers the usual moments, and is called with the text of the one that is chosen. */
  onPick?: (at: string) => void;
};

/** The input of a date and time in the person's zone, which it names, with the moment repeated in words. For a controlled form. */
export function MomentField({ onPick, ...props }: Props) {
  const now = Date.now();
  const time = timeOf(String(props.value ?? ''));
  return (
    <Stack gap={8}>
      <TextInput
        {...props}
        type="datetime-local"
        label="Date and time"
        description={
          time !== null && time > now
            ? `${momentInWords(time, now)}. ${timesInZone()}.`
            : `At most a year ahead. ${timesInZone()}.`
        }
        withAsterisk
        min={inputText(now)}
      />
      {onPick && (
        <Group gap={6} role="group" aria-label="Usual times">
          {usualMoments(now).map((moment) => (
            <Button
              key={moment.name}
              size="compact-xs"
              variant="default"
              tt="capitalize"
              onClick={() => onPick(inputText(moment.at))}
            >
              {usualMomentInside(moment, now)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
