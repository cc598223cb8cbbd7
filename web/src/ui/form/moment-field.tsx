import { TextInput, type TextInputProps } from '@mantine/core';
import { timesInZone } from '../../lib/dates.ts';
import { earliest, timeOf } from '../../lib/moment-input.ts';
import { momentInWords } from '../../lib/moment-words.ts';

/** The input of a date and time in the person's zone, which it names, with the moment repeated in words. For a controlled form. */
export function MomentField(props: Omit<TextInputProps, 'type' | 'label' | 'description' | 'min'>) {
  const now = Date.now();
  const time = timeOf(String(props.value ?? ''));
  return (
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
      min={earliest(now)}
    />
  );
}
