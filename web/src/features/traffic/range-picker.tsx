import type { Traffic, TrafficStep } from '@adwarden/contract/traffic/traffic';
import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import dayjs from 'dayjs';
import { type FormEvent, useState } from 'react';
import { countryName } from '../../lib/words/country-name.ts';
import classes from './range-picker.module.css';
import {
  hoursOfDays,
  type NamedRange,
  rangeInWords,
  stepName,
  type TrafficRange,
  usualRanges,
  writeRange,
} from './traffic-range.ts';

type Props = {
  range: TrafficRange;
  country: string;
  /** The traffic that is shown; undefined while it is loaded. */
  traffic: Traffic | undefined;
  onRange: (range: TrafficRange) => void;
  onCountry: (country: string) => void;
};

const own = { value: 'own', label: 'From … to …' };

/** Chooses the time, in days or hours, and the country for a page about traffic. */
export function RangePicker({ range, country, traffic, onRange, onCountry }: Props) {
  const last = writeRange(range).last ?? own.value;
  const isUsual = usualRanges.some(({ value }) => value === last);
  const others = isUsual || last === own.value ? [] : [{ value: last, label: rangeInWords(range) }];
  const codes = new Set([
    ...(traffic?.countries ?? []).map((one) => one.country).filter((code) => code !== ''),
    ...(country === '' ? [] : [country]),
  ]);
  const choices = [...codes]
    .map((value) => ({ value, label: countryName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));

  function choose(value: string): void {
    if (value !== own.value) {
      onRange({ step: value.endsWith('h') ? 'hour' : 'day', last: Number.parseInt(value, 10) });
      return;
    }
    const { step } = range;
    const shown = traffic?.steps ?? [];
    onRange({
      step,
      from: stepName(step, shown[0]?.at ?? Date.now()),
      to: stepName(step, shown.at(-1)?.at ?? Date.now()),
    });
  }

  return (
    <div className={classes.picker}>
      <NativeSelect
        aria-label="Time"
        data={[...usualRanges, ...others, own]}
        value={last}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {'from' in range && (
        <OwnRange key={`${range.step} ${range.from} ${range.to}`} range={range} onRange={onRange} />
      )}
      <NativeSelect
        className={classes.country}
        aria-label="Country"
        data={[{ value: '', label: 'All countries' }, ...choices]}
        value={country}
        onChange={({ currentTarget }) => onCountry(currentTarget.value)}
      />
    </div>
  );
}

type OwnRangeProps = {
  range: NamedRange;
  onRange: (range: TrafficRange) => void;
};

/** Returns a step as the text of an input: a UTC day, or an hour in the person's zone. */
const typedOf = (step: TrafficStep, at: string): string =>
  step === 'day' ? at.slice(0, 10) : dayjs(Date.parse(at)).format('YYYY-MM-DDTHH:mm');

/** Returns a typed text as a step of an address. A text that is no time stays as it is. */
function namedOf(step: TrafficStep, typed: string): string {
  if (step === 'day') return typed;
  const time = dayjs(typed);
  return time.isValid() ? stepName(step, time.valueOf()) : typed;
}

/** The inputs for the first and the last day, or hour. */
function OwnRange({ range, onRange }: OwnRangeProps) {
  const { step } = range;
  const [from, setFrom] = useState(typedOf(step, range.from));
  const [to, setTo] = useState(typedOf(step, range.to));
  const type = step === 'day' ? 'date' : 'datetime-local';

  function submit(event: FormEvent): void {
    event.preventDefault();
    onRange({ step, from: namedOf(step, from), to: namedOf(step, to) });
  }
  function setStep(next: TrafficStep): void {
    const [first, last] = [Date.parse(range.from), Date.parse(range.to)];
    if (Number.isNaN(first) || Number.isNaN(last)) return;
    onRange(
      next === 'hour'
        ? hoursOfDays(range.from, range.to, Date.now())
        : { step: next, from: stepName(next, first), to: stepName(next, last) },
    );
  }

  return (
    <form className={classes.own} onSubmit={submit}>
      <TextInput
        type={type}
        aria-label={step === 'day' ? 'First day (UTC)' : 'First hour'}
        value={from}
        required
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <TextInput
        type={type}
        aria-label={step === 'day' ? 'Last day (UTC)' : 'Last hour'}
        value={to}
        required
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
      <SegmentedControl
        aria-label="Unit"
        data={[
          { value: 'day', label: 'Days' },
          { value: 'hour', label: 'Hours' },
        ]}
        value={step}
        onChange={(value) => setStep(value as TrafficStep)}
      />
      <Button type="submit" variant="default">
        Show
      </Button>
    </form>
  );
}
